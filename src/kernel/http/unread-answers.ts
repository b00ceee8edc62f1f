import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { AnswerBounds } from '../config/config.js';

/** A client that takes fewer bytes in its time takes nothing. */
const LEAST_BYTES = 16_384;
/** How often connections are looked at, in milliseconds. */
const LOOK_EVERY = 1_000;
/** An answer that can be refused has nobody cut who has taken something within these milliseconds. */
const PATIENCE = 2_000;
/** The part of the room that answers which can be refused leave to those that can't, for which clients would be cut. */
const PART_FOR_OTHERS = 1 / 8;
/** An answer that is smaller waits for no look at the others. */
const LARGE = 65_536;

/** What a client had taken when it was last seen to take some. */
interface Mark {
  taken: number;
  at: number;
}

/**
 * Cuts clients that don't take their answers: what waits for them is memory of the process. Each has its time; and where
 * all that waits is too much, those that have taken nothing for longest are cut before. Clients are looked at every second,
 * and whenever a large answer is written, so that there is never more than the bound.
 */
export class UnreadAnswers {
  private readonly open = new Set<Socket>();
  /** Of those that owe a read, the one that has taken nothing for longest first. */
  private readonly marks = new Map<Socket, Mark>();

  /** Milliseconds in which clients could take something: while the process is busy with something else, none of them can. */
  private time = 0;

  constructor(private readonly bounds: AnswerBounds) {}

  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.open.add(socket);
      socket.once('close', () => this.forget(socket));
    });
    server.prependListener('request', ({ socket }, response: ServerResponse) => {
      // All of it is written, and the system has taken what it takes at once.
      response.on('prefinish', () => {
        if (socket.writableLength > LARGE) this.makeRoom(0, 0);
      });
    });
    const every = Math.min(LOOK_EVERY, this.bounds.milliseconds / 4);
    const look = (): void => {
      this.time += every;
      this.makeRoom(0, 0);
    };
    const timer = setInterval(look, every).unref();
    server.once('close', () => clearInterval(timer));
  }

  /** Whether an answer may be written that could be refused as well. */
  hasRoomFor(bytes: number): boolean {
    return bytes <= LARGE || this.makeRoom(bytes + this.bounds.bytes * PART_FOR_OTHERS, PATIENCE);
  }

  /** Cuts clients whose time is over and, while there is too little room, those that have taken nothing for `patience` milliseconds. Answers whether there is room then. */
  private makeRoom(bytes: number, patience: number): boolean {
    let waiting = bytes + this.measure();
    for (const [socket, { at }] of this.marks) {
      if (this.time - at < (waiting > this.bounds.bytes ? Math.min(patience, this.bounds.milliseconds) : this.bounds.milliseconds)) break;
      waiting -= socket.writableLength;
      this.forget(socket);
      // What the system still holds for it goes, too.
      socket.resetAndDestroy();
    }
    return waiting <= this.bounds.bytes;
  }

  /** What waits for all clients. */
  private measure(): number {
    let waiting = 0;
    for (const socket of this.open) {
      if (socket.writableLength === 0) this.marks.delete(socket);
      else {
        waiting += socket.writableLength;
        this.mark(socket);
      }
    }
    return waiting;
  }

  private mark(socket: Socket): void {
    const taken = takenOf(socket);
    const last = this.marks.get(socket);
    if (last !== undefined && taken - last.taken < LEAST_BYTES) return;
    // Taken out first, so that it comes last in the order of the map.
    this.marks.delete(socket);
    this.marks.set(socket, { taken, at: this.time });
  }

  private forget(socket: Socket): void {
    this.open.delete(socket);
    this.marks.delete(socket);
  }
}

/** Bytes that the system has taken for the client: an answer is one write, of which the public counts tell only the end. */
function takenOf(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle: { bytesWritten: number; writeQueueSize: number } | null }; // not in Node's public types
  return handle === null ? 0 : handle.bytesWritten - handle.writeQueueSize;
}
