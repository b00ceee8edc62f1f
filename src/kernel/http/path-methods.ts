import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Express } from 'express';

interface Layer {
  match(path: string): boolean;
  route?: { methods: Record<string, boolean> };
}

/** Which methods a path takes, read from the router itself: tells an unknown path from a wrong method. */
@Injectable()
export class PathMethods {
  constructor(private readonly adapterHost: HttpAdapterHost) {}

  allowed(path: string): string[] {
    const methods = new Set<string>();
    for (const layer of this.layers()) {
      if (layer.route === undefined || !matches(layer, path)) continue;
      for (const [method, handled] of Object.entries(layer.route.methods)) if (handled) methods.add(method.toUpperCase());
    }
    if (methods.has('GET')) methods.add('HEAD');
    return [...methods].sort();
  }

  private layers(): readonly Layer[] {
    const express: Express = this.adapterHost.httpAdapter.getInstance();
    return express.router.stack as unknown as Layer[]; // `match` is not in Express's public types
  }
}

/** A path with broken percent-encoding makes the router's own matching throw: it matches nothing. */
function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    return false;
  }
}
