import { inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples of a pixel, by color type. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** First column and row, and steps, of the passes of an interlaced picture. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);
}

/**
 * Whether a PNG can be unpacked. The library does so when the document is done, where a fault would end
 * everything; so it is tried before.
 */
export function isWholePng(bytes: Buffer, mostPixels: number): boolean {
  const parts: Buffer[] = [];
  let header: Buffer | undefined;
  for (let at = SIGNATURE.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) return false;
    if (type === 'IHDR') header = data;
    if (type === 'IDAT') parts.push(data);
    at += 12 + length;
  }
  return header !== undefined && header.length >= 13 && hasAllRows(header, Buffer.concat(parts), mostPixels);
}

function hasAllRows(header: Buffer, packed: Buffer, mostPixels: number): boolean {
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const bits = header.readUInt8(8) * (SAMPLES[header.readUInt8(9)] ?? 0);
  if (bits === 0 || width === 0 || height === 0 || width * height > mostPixels) return false;
  const passes = header.readUInt8(12) === 1 ? PASSES : ([[0, 0, 1, 1]] as const);
  const rows = passes.map(([left, top, across, down]) => ({ count: Math.max(0, Math.ceil((height - top) / down)), bytes: Math.ceil((Math.max(0, Math.ceil((width - left) / across)) * bits) / 8) }));
  const size = rows.reduce((sum, { count, bytes }) => sum + (bytes === 0 ? 0 : count * (bytes + 1)), 0);
  const pixels = inflated(packed, size);
  if (pixels === undefined || pixels.length < size) return false;
  let at = 0;
  for (const { count, bytes } of rows) {
    for (let row = 0; bytes > 0 && row < count; row += 1, at += bytes + 1) if ((pixels[at] ?? 5) > 4) return false;
  }
  return true;
}

function inflated(packed: Buffer, size: number): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: size + 1_000_000 });
  } catch {
    return undefined;
  }
}
