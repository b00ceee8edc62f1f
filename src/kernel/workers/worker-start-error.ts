/** A worker ended before it served; it has said why. */
export class WorkerStartError extends Error {
  constructor() {
    super('A worker could not start: the service stops.');
    this.name = 'WorkerStartError';
  }
}
