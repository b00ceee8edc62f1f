import type { Socket } from 'node:net';
import type { RequestHandler } from 'express';

/** Most requests that wait behind another on their connection. */
const MOST_WAITING = 100;

/**
 * Begins a request when those before it on its connection are answered: clients may send thousands without waiting, and
 * the answers of all of them would be kept until the first is read. Cuts a connection on which too many wait.
 */
export function inTurn(): RequestHandler {
  const waiting = new WeakMap<Socket, number>();
  return ({ socket }, response, next) => {
    // It is given the connection when its turn comes.
    if (response.socket !== null) {
      next();
      return;
    }
    const count = waiting.get(socket) ?? 0;
    if (count === MOST_WAITING) {
      socket.destroy();
      return;
    }
    waiting.set(socket, count + 1);
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      next();
    });
  };
}
