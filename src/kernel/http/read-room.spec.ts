import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import { mock } from 'node:test';
import type { Request, Response } from 'express';
import { UnavailableError } from '../errors/errors.js';
import { AnswerSizes } from './answer-sizes.js';
import { ReadRoom } from './read-room.js';

const ROOM = 10_000_000;
const LARGE = '/large';
const SMALL = '/small';

let room: ReadRoom;
let sizes: AnswerSizes;
/** What was begun, and what was refused, in turn. */
let seen: unknown[];

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] });
  sizes = new AnswerSizes([{ path: LARGE }, { path: SMALL }]);
  // Four times as much while they are at work: two of them.
  sizes.learn(LARGE, 1_200_000);
  sizes.learn(SMALL, 100);
  for (let time = 0; time < 10; time += 1) sizes.learn(`${SMALL}?${String(time)}`, 100);
  room = new ReadRoom(ROOM, sizes);
  seen = [];
});
afterEach(() => {
  mock.timers.reset();
});

/** The response, whose events tell how it goes on. */
function ask(name: string | (() => unknown), url = LARGE, method = 'GET'): EventEmitter {
  const response = Object.assign(new EventEmitter(), { statusCode: 200 });
  room.handle({ url, method } as Request, response as unknown as Response, (error?: unknown) => seen.push(error ?? (typeof name === 'string' ? name : name()))); // of Express only what is used
  return response;
}

describe('ReadRoom', () => {
  it.each(['prefinish', 'pipe', 'close'])('lets large reads wait until there is room, in turn; one leaves at %s', (event) => {
    const [first] = [ask('first'), ask('second'), ask('third'), ask('fourth')];
    expect(seen).toEqual(['first', 'second']);
    first.emit(event);
    first.emit('close');
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('lets small reads and all writes pass meanwhile', () => {
    for (const name of ['first', 'second', 'third']) ask(name);
    ask('small', SMALL);
    ask('new, and of a small kind', `${SMALL}?new`);
    ask('write', LARGE, 'POST');
    expect(seen).toEqual(['first', 'second', 'small', 'new, and of a small kind', 'write']);
  });

  it('refuses who has waited for long, and forgets who has left', () => {
    const [first] = [ask('first'), ask('second'), ask('third')];
    ask('fourth').emit('close');
    mock.timers.tick(60_000);
    expect(seen).toEqual(['first', 'second', expect.any(UnavailableError)]);
    first.emit('prefinish');
    ask('fifth');
    expect(seen.slice(3)).toEqual(['fifth']);
  });

  it('takes no answer for small that nobody waited for', () => {
    ask('left', '/other').emit('close');
    expect(sizes.expected('/other')).toBeGreaterThan(0);
    ask('sent in parts', '/other').emit('pipe');
    expect(sizes.expected('/other')).toBe(0);
  });

  it('begins each in its own flow, though another made room', () => {
    const flow = new AsyncLocalStorage<string>();
    const begin = (name: string): EventEmitter => flow.run(name, () => ask(() => flow.getStore()));
    const [first] = [begin('first'), begin('second'), begin('third')];
    flow.run('first', () => first.emit('prefinish'));
    expect(seen).toEqual(['first', 'second', 'third']);
  });

  it('has place for one that is larger than all of it', () => {
    sizes.learn(LARGE, 3 * ROOM);
    const first = ask('first');
    ask('second');
    expect(seen).toEqual(['first']);
    first.emit('prefinish');
    expect(seen).toEqual(['first', 'second']);
  });
});
