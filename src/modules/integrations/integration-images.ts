import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Database } from '../../kernel/database/database.js';
import { type FieldFault, NotFoundError } from '../../kernel/errors/errors.js';
import { sendStored } from '../../kernel/http/stored-answer.js';
import { ObjectStorage } from '../../kernel/storage/object-storage.js';
import { SignedLinks } from '../../kernel/urls/signed-links.js';
import { Urls } from '../../kernel/urls/urls.js';
import { badInput } from '../../kernel/validation/faults.js';
import { IntegrationEntity, type StoredImage } from './integration.entity.js';

/** Most bytes of one picture. */
export const LARGEST_IMAGE = 2_097_152;
/** Most characters of one picture in base64. */
export const LONGEST_BASE64 = Math.ceil(LARGEST_IMAGE / 3) * 4;
const MOST_PIXELS_A_SIDE = 4_096;

/** What browsers show and nothing can run in. */
const KINDS: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Pictures that a publication brings along, in base64. */
export interface SentImages {
  readonly icon?: string;
  readonly previewImages?: readonly string[];
}

/** The pictures of integrations: checked, kept by their content, and sent. */
@Injectable()
export class IntegrationImages {
  constructor(
    private readonly db: Database,
    private readonly storage: ObjectStorage,
    private readonly links: SignedLinks,
    private readonly urls: Urls,
  ) {}

  /** Keeps the pictures. @throws BadInputError naming those that are none */
  async keep({ icon, previewImages = [] }: SentImages): Promise<Pick<IntegrationEntity, 'icon' | 'previewImages'>> {
    const sent = [...(icon === undefined ? [] : [{ field: 'icon', base64: icon }]), ...previewImages.map((base64, index) => ({ field: `previewImages.${String(index)}`, base64 }))];
    const read = await Promise.all(sent.map(({ field, base64 }) => readImage(base64, field)));
    const faults = read.flatMap((image) => ('message' in image ? [image] : []));
    if (faults.length > 0) throw badInput(faults);
    const images = read.flatMap((image) => ('message' in image ? [] : [image]));
    for (const { image, content } of images) await this.storage.put(imageStorageKey(image.hash), content, image.contentType);
    const stored = images.map(({ image }) => image);
    const [first, ...others] = stored;
    return icon === undefined ? { icon: null, previewImages: stored } : { icon: first ?? null, previewImages: others };
  }

  /** What the addresses of all pictures of an integration start with. */
  base(integrationName: string): string {
    return this.urls.beside('files', 'integrations', integrationName);
  }

  /** Address that answers with the picture, without a token. */
  address(integrationName: string, { hash }: StoredImage): string {
    return this.links.sign(imagePath(integrationName, hash));
  }

  /** @throws ForbiddenError for a link that isn't good, NotFoundError */
  async send(integrationName: string, hash: string, query: Readonly<Record<string, unknown>>, request: Request, response: Response): Promise<void> {
    const maxAge = this.links.secondsLeft(imagePath(integrationName, hash), query, 'Read the integration');
    const integration = await this.db.repo(IntegrationEntity).findOneBy({ name: integrationName });
    const images = integration === null ? [] : [...integration.previewImages, ...(integration.icon === null ? [] : [integration.icon])];
    const image = images.find((candidate) => candidate.hash === hash);
    if (image === undefined) throw new NotFoundError('There is no such picture.');
    const { contentType, size } = image;
    const name = `${integrationName}.${contentType.slice('image/'.length)}`;
    await sendStored(this.storage, { key: imageStorageKey(hash), hash, name, contentType, size, disposition: 'inline', maxAge }, request, response);
  }
}

/** Path of a picture's bytes. A name needs no escaping. */
function imagePath(integrationName: string, hash: string): string {
  return `/files/integrations/${integrationName}/${hash}`;
}

/** Where a picture's bytes lie in the object storage, however many integrations have it. */
export function imageStorageKey(hash: string): string {
  return `integrations/${hash}`;
}

/** The picture, judged by its content alone; or what is wrong with it. */
async function readImage(base64: string, field: string): Promise<{ image: StoredImage; content: Buffer } | FieldFault> {
  const content = Buffer.from(base64, 'base64');
  // Decoding skips what it doesn't know.
  if (content.toString('base64') !== base64) return { field, message: 'must be base64, with the padding at its end' };
  if (content.length > LARGEST_IMAGE) return { field, message: `must be at most ${String(LARGEST_IMAGE)} bytes, is ${String(content.length)}` };
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(content).catch(() => undefined); // one that ends within its own header
  if (type === undefined || !KINDS.has(type.mime)) return { field, message: 'must be a PNG, JPEG, GIF or WebP picture' };
  const sides = await measure(content);
  if (sides === undefined) return { field, message: `is damaged: it can't be read as ${type.ext}` };
  if (Math.max(...sides) > MOST_PIXELS_A_SIDE) return { field, message: `must be at most ${String(MOST_PIXELS_A_SIDE)} pixels wide and high, is ${sides.join(' by ')}` };
  return { image: { hash: createHash('sha256').update(content).digest('hex'), contentType: type.mime, size: content.length }, content };
}

async function measure(content: Buffer): Promise<[width: number, height: number] | undefined> {
  const { imageSize } = await import('image-size');
  try {
    const { width, height } = imageSize(content);
    return width > 0 && height > 0 ? [width, height] : undefined;
  } catch {
    return undefined;
  }
}
