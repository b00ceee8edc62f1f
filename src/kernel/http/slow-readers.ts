import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { AnswerBounds } from '../config/config.js';

/** A client that takes fewer bytes in its time takes nothing. */
const LEAST_BYTES = 16_384;
/** How often connections are looked at, in milliseconds. */
const LOOK_EVERY = 1_000;

/** What a client had taken when it was last seen to take some. */
interface Mark {
  taken: number;
  at: number;
}

/**
 * Cuts clients that don't take their answers: what waits for them is memory of the process. Each has its time; and where
 * all that waits is too much, those that have taken nothing for longest are cut before.
 */
export function cutSlowReaders(server: Server, { milliseconds, bytes }: AnswerBounds): void {
  const open = new Set<Socket>();
  /** Of those that owe a read, the one that has taken nothing for longest first. */
  const marks = new Map<Socket, Mark>();

  const look = (): void => {
    const now = Date.now();
    let waiting = 0;
    for (const socket of open) {
      if (socket.writableLength === 0) marks.delete(socket);
      else {
        waiting += socket.writableLength;
        mark(marks, socket, now);
      }
    }
    for (const [socket, { at }] of marks) {
      if (now - at < milliseconds && waiting <= bytes) return;
      waiting -= socket.writableLength;
      // What the system still holds for it goes, too.
      socket.resetAndDestroy();
    }
  };

  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      marks.delete(socket);
    });
  });
  const timer = setInterval(look, Math.min(LOOK_EVERY, milliseconds / 4)).unref();
  server.once('close', () => clearInterval(timer));
}

function mark(marks: Map<Socket, Mark>, socket: Socket, now: number): void {
  const taken = takenOf(socket);
  const last = marks.get(socket);
  if (last !== undefined && taken - last.taken < LEAST_BYTES) return;
  // Anew, so that it stands behind all others.
  marks.delete(socket);
  marks.set(socket, { taken, at: now });
}

/** Bytes that the system has taken for the client: an answer is one write, of which the public counts tell only the end. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle: { bytesWritten: number; writeQueueSize: number } | null }; // not in Node's public types
  return handle === null ? 0 : handle.bytesWritten - handle.writeQueueSize;
}
