import { Injectable } from '@nestjs/common';
import { metricText, type Sample } from './metric-text.js';

interface Told {
  readonly name: string;
  readonly kind: 'counter' | 'gauge';
  readonly help: string;
  readonly read: () => readonly Sample[];
}

/** Metrics that modules tell besides those of the kernel. */
@Injectable()
export class ModuleMetrics {
  private readonly told: Told[] = [];

  /**
   * @param name begins with `docspine_`
   * @param read what it is at the moment, of this process: asked at each look, so it waits for nothing
   */
  tell(kind: Told['kind'], name: string, help: string, read: Told['read']): void {
    this.told.push({ kind, name, help, read });
  }

  text(): string {
    return this.told.map(({ name, kind, help, read }) => metricText(name, kind, help, read())).join('');
  }
}
