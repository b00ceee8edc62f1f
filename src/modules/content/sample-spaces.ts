import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import type { PlacedSpace } from '../spaces/placed-space.js';
import { type NewSpace, SpaceStore } from '../spaces/space-store.js';
import { ImportService } from './import.service.js';

/** A small book about the service itself. */
const FOLDER = fileURLToPath(new URL('./sample', import.meta.url));
const TITLE = 'Welcome to Docspine';

/** Makes spaces that newcomers can try things with. */
@Injectable()
export class SampleSpaces {
  constructor(
    private readonly spaces: SpaceStore,
    private readonly imports: ImportService,
  ) {}

  /** Without regard to any caller. */
  async make(space: Omit<NewSpace, 'title'>): Promise<PlacedSpace> {
    const { id } = await this.spaces.create({ ...space, title: TITLE });
    await this.imports.importLocal(id, FOLDER);
    return this.spaces.get(id);
  }
}
