import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { NotFoundError, UnavailableError } from '../errors/errors.js';
import { checkKey, checkRange, objectNotFound, rangeBehindEnd } from './object-checks.js';
import { ObjectStorage, type ByteRange, type StoredObject } from './object-storage.js';
import type { S3Location } from './s3-location.js';

/** Milliseconds until a connection must be there, and until an answer must begin; in each of three tries. */
const CONNECT_WITHIN = 5_000;
const ANSWER_WITHIN = 20_000;
/** Bytes that the slowest line takes in a millisecond: what brings bytes may take longer. */
const SLOWEST = 100;
/** Most connections. Each is taken until what it brings has been read, so that slow readers must not take all of them. */
const CONNECTIONS = 1_000;

/** Objects in a bucket of Amazon S3 or a service that speaks its protocol. */
export class S3ObjectStorage extends ObjectStorage {
  private readonly client: S3Client;

  constructor(private readonly location: S3Location) {
    super();
    const { endpoint, region, forcePathStyle, credentials } = location;
    this.client = new S3Client({
      forcePathStyle,
      ...(endpoint !== undefined && { endpoint }),
      ...(region !== undefined && { region }),
      ...(credentials !== undefined && { credentials }),
      // Services other than Amazon's often don't know the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_WITHIN,
        requestTimeout: ANSWER_WITHIN,
        throwOnRequestTimeout: true,
        httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
        httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      },
    });
  }

  override async put(key: string, content: Buffer, contentType: string): Promise<void> {
    const command = new PutObjectCommand({
      ...this.target(key),
      Body: content,
      ContentLength: content.length,
      ContentType: contentType,
    });
    await this.client.send(command, { requestTimeout: ANSWER_WITHIN + content.length / SLOWEST }).catch(unavailable);
  }

  override async read(key: string, range?: ByteRange): Promise<StoredObject> {
    const target = this.target(key);
    if (range !== undefined) checkRange(range);

    const answer = await this.client
      .send(new GetObjectCommand({ ...target, ...(range && { Range: `bytes=${range.start}-${range.end}` }) }))
      .catch((error: unknown) => {
        if (isFault(error, 'NoSuchKey')) throw objectNotFound(key);
        if (range !== undefined && isFault(error, 'InvalidRange')) throw rangeBehindEnd(key, range);
        return unavailable(error);
      });
    const { Body: stream, ContentLength: length, ContentRange: contentRange } = answer;
    if (!(stream instanceof Readable)) throw new Error(`The storage answered no stream for ${key}.`);

    const size = range === undefined ? length : wholeSize(contentRange);
    if (size === undefined) {
      stream.destroy();
      throw new Error(`The storage answered no size for ${key}.`);
    }
    return { stream, size };
  }

  override async exists(key: string): Promise<boolean> {
    const command = new HeadObjectCommand(this.target(key));
    try {
      await this.client.send(command);
      return true;
    } catch (error) {
      // An answer to HEAD has no body that could name the fault more closely.
      if (isFault(error, 'NotFound')) return false;
      return unavailable(error);
    }
  }

  override async delete(key: string): Promise<void> {
    const command = new DeleteObjectCommand(this.target(key));
    await this.client.send(command).catch(unavailable);
  }

  /** Reads what isn't there: the answer tells whether the bucket is, and the key counts. */
  override async tryOut(): Promise<void> {
    try {
      (await this.read('tried')).stream.destroy();
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
    }
  }

  /** Ends kept connections. */
  close(): void {
    this.client.destroy();
  }

  private target(key: string): { Bucket: string; Key: string } {
    checkKey(key);
    return { Bucket: this.location.bucket, Key: `${this.location.prefix}${key}` };
  }
}

/** The store is away, fails, or doesn't let the service in: no fault of what was asked. */
function unavailable(error: unknown): never {
  throw new UnavailableError('The storage of files is away, or refuses the service. Nothing was changed.', error);
}

function isFault(error: unknown, name: string): boolean {
  return error instanceof S3ServiceException && error.name === name;
}

/** The whole object's size in `bytes 0-99/1234`. */
function wholeSize(contentRange: string | undefined): number | undefined {
  const size = /\/(\d+)$/.exec(contentRange ?? '')?.[1];
  return size === undefined ? undefined : Number(size);
}
