import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import type { OperationFinder } from '../http/operation-finder.js';
import { Act, type ActFacts, type CallerKind, runAct } from './act.js';
import { RefusedActs } from './refused-acts.js';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Makes an act of every request that may write. */
@Injectable()
export class RequestActs {
  constructor(private readonly refused: RefusedActs) {}

  /** Of signed-in callers, what they lack the right for is told, too. */
  follow(operationOf: OperationFinder): RequestHandler {
    return (request, response, next) => {
      if (READING.has(request.method)) {
        next();
        return;
      }
      const act = new Act(() => factsOf(request, operationOf));
      response.on('close', () => {
        if (response.statusCode === 403 && request.actor !== undefined) this.refused.add(act.row('refused'));
      });
      runAct(act, next);
    };
  }
}

function factsOf(request: Request, operationOf: OperationFinder): ActFacts {
  const { actor, requestId, ip } = request;
  const operation = operationOf(request);
  const { organizationId, ...targets } = Object.fromEntries(Object.entries(request.params).map(([name, value]) => [name, String(value)]));
  return {
    caller: kindOf(request),
    ...(actor === undefined || actor.userId === '' ? {} : { userId: actor.userId, tokenId: actor.tokenId }),
    installationId: actor?.installationId,
    operation: operation?.id ?? 'other',
    creates: operation?.creates,
    organizationId: organizationId ?? actor?.visit?.organizationId,
    targets,
    requestId,
    // Of IPv4 on a socket of both kinds, the address alone.
    address: ip?.replace(/^::ffff:/, ''),
    userAgent: request.headers['user-agent'],
  };
}

function kindOf({ actor }: Request): CallerKind {
  if (actor === undefined) return 'nobody';
  if (actor.visit !== undefined) return 'visit';
  return actor.installationId === undefined ? 'user' : 'installation';
}
