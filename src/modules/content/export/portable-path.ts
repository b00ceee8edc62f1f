import { posix } from 'node:path';

/** Most bytes of a name: file systems take 255, and a number may come to it. */
const MOST_BYTES = 240;
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]/gu;
/** Devices, whatever ending their names have. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;

/** A relative path with names that Windows, macOS and Linux can all unpack; most are that already. */
export function portablePath(path: string): string {
  return path.split('/').map(portableName).join('/');
}

function portableName(name: string): string {
  const plain = name.normalize('NFC').replace(FORBIDDEN, '-').replace(/[. ]+$/, '');
  return shorten(RESERVED.test(plain) ? `_${plain}` : plain);
}

/** Without the end of what stands before the ending. */
function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MOST_BYTES) return name;
  const { ext, name: stem } = posix.parse(name);
  const ending = Buffer.byteLength(ext) <= MOST_BYTES / 2 ? ext : '';
  const points = [...(ending === '' ? name : stem)];
  let bytes = Buffer.byteLength(ending);
  let length = 0;
  for (const point of points) {
    bytes += Buffer.byteLength(point);
    if (bytes > MOST_BYTES) break;
    length += 1;
  }
  return points.slice(0, length).join('') + ending;
}
