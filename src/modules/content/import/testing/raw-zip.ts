import { crc32 } from 'node:zlib';

export interface RawEntry {
  name: Buffer;
  content: Buffer;
  /** Unix mode. */
  mode?: number;
  encrypted?: boolean;
  utf8?: boolean;
  /** A wrong checksum. */
  crc?: number;
}

/** A zip archive of stored entries, with whatever names and flags a hostile one might have. */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, mode = 0o100644, encrypted = false, utf8 = false, crc } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE((encrypted ? 1 : 0) | (utf8 ? 0x800 : 0), 2);
    common.writeUInt32LE(crc ?? crc32(content), 10);
    // The cipher's header comes before the content.
    const stored = encrypted ? Buffer.concat([Buffer.alloc(12), content]) : content;
    common.writeUInt32LE(stored.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, stored]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 3]), common, rest, name]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}
