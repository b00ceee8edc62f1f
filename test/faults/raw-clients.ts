import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection of its own, which reads only when it is told to. */
export async function open(serviceUrl: string): Promise<Socket> {
  const { hostname, port } = new URL(serviceUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  // It is what is tested that connections are cut.
  socket.on('error', () => undefined);
  return socket;
}

/** Everything that the service says until it ends the connection. */
export async function told(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (more: string) => (text += more));
  if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
  return text;
}

const PIECE = Buffer.alloc(65_536, 'x');

/** Sends the head and so many bytes, or until the connection ends; how many were sent. */
export async function pour(socket: Socket, head: string, bytes: number, isChunked: boolean): Promise<number> {
  socket.write(head);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const piece = isChunked ? Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')]) : PIECE;
  let sent = 0;
  while (sent < bytes && socket.writable) {
    const isFull = !socket.write(piece);
    sent += PIECE.length;
    if (isFull) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), closed]);
  }
  return sent;
}

/** Sends a byte again and again until the connection ends. */
export function dribble(socket: Socket, beginning: string, everyMilliseconds: number): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write('a'), everyMilliseconds);
  socket.once('close', () => clearInterval(timer));
}
