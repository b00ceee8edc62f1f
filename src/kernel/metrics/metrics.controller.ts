import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '../openapi/late-decorators.js';
import type { Request, Response } from 'express';
import { Public } from '../auth/bearer-guard.js';
import { Metrics } from './metrics.js';

/** For whoever watches the service, with a token of its own: outside /v1. */
@ApiExcludeController()
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly watched: Metrics) {}

  @Get()
  metrics(@Req() request: Request, @Res() response: Response): Promise<void> {
    return this.watched.send(request, response);
  }
}
