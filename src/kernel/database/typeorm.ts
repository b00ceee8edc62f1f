/*
 * What is used of TypeORM, from where it is: its index loads every decorator, driver and tool there is.
 */
export { DataSource } from 'typeorm/data-source/DataSource.js';
export { Column } from 'typeorm/decorator/columns/Column.js';
export { PrimaryColumn } from 'typeorm/decorator/columns/PrimaryColumn.js';
export { Entity } from 'typeorm/decorator/entity/Entity.js';
export { QueryRunnerAlreadyReleasedError } from 'typeorm/error/QueryRunnerAlreadyReleasedError.js';
export { QueryRunnerProviderAlreadyReleasedError } from 'typeorm/error/QueryRunnerProviderAlreadyReleasedError.js';
export { In } from 'typeorm/find-options/operator/In.js';
export { IsNull } from 'typeorm/find-options/operator/IsNull.js';
