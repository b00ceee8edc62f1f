import { deflateSync } from 'node:zlib';
import { newId } from '../../src/kernel/ids/id.js';
import type { PublishIntegrationDto } from '../../src/modules/integrations/dto/publish-integration.dto.js';
import type { IntegrationEntity } from '../../src/modules/integrations/integration.entity.js';
import { IntegrationStore } from '../../src/modules/integrations/integration-store.js';
import type { TestApp } from './test-app.js';

export interface IntegrationOptions extends Partial<Omit<PublishIntegrationDto, 'organization'>> {
  organizationId?: string;
  name?: string;
}

/** What a publication needs at least, besides its organization. */
export const PUBLICATION = { title: 'Test integration', description: 'For tests', script: 'export default {};' } as const;

/** Publishes an integration, as its owner would; a missing owner is made along. */
export async function publishIntegration(service: TestApp, { organizationId, name = `test-${newId()}`, ...body }: IntegrationOptions = {}): Promise<IntegrationEntity> {
  const owner = organizationId ?? (await service.make.organization()).id;
  return service.app.get(IntegrationStore).publish(owner, name, { ...PUBLICATION, ...body });
}

/** A PNG of one colour. */
export function png({ width = 2, height = 2, colour = 0 }: { width?: number; height?: number; colour?: number } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8); // eight bits of grey
  const rows = Buffer.alloc((width + 1) * height, colour);
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0; // unfiltered
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function crc32(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
