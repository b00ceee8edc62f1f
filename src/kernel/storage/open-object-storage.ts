import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNativeError } from 'node:util/types';
import { ConfigError } from '../config/config.js';
import { LocalObjectStorage } from './local-object-storage.js';
import { makeFolder } from './make-folder.js';
import type { ObjectStorage } from './object-storage.js';
import { parseS3Location } from './s3-location.js';

const ALLOWED =
  'STORAGE_URL is file:///absolute/folder or ' +
  's3://[accessKeyId:secretAccessKey@]bucket[/prefix][?endpoint=https://…&region=…&forcePathStyle=true], ' +
  'credentials percent-encoded; left out, files are kept in the data directory.';

/**
 * The storage that STORAGE_URL names; undefined or '' is the folder `objects` of the data directory.
 * @throws ConfigError naming the setting, the fault and what is allowed; it never repeats the address, which may hold a secret
 */
export async function openObjectStorage(storageUrl: string | undefined, dataDirectory: string): Promise<ObjectStorage> {
  if (storageUrl === undefined || storageUrl === '') return openFolder(join(dataDirectory, 'objects'), (fault) => new ConfigError([`DATA_DIR can't be used: ${fault}.`]));
  if (!URL.canParse(storageUrl)) throw refusal('it is not an address');

  const url = new URL(storageUrl);
  switch (url.protocol) {
    case 'file:':
      return openFolder(attempt(() => folderOf(url)), refusal);
    case 's3:': {
      const location = attempt(() => parseS3Location(url));
      // Loaded on demand: installations without S3 don't pay for its client at every start.
      const { S3ObjectStorage } = await import('./s3-object-storage.js');
      return new S3ObjectStorage(location);
    }
    default:
      throw refusal(`"${url.protocol}" is not supported`);
  }
}

function folderOf(url: URL): string {
  if (url.search !== '' || url.hash !== '') throw new Error('a folder takes no parameters');
  return fileURLToPath(url);
}

async function openFolder(folder: string, refused: (fault: string) => ConfigError): Promise<ObjectStorage> {
  try {
    await makeFolder(folder);
  } catch (error) {
    throw refused(`the folder ${folder} can't be made (${messageOf(error)})`);
  }
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw refused(`nothing can be kept in the folder ${folder} (${messageOf(error)})`);
  }
  return new LocalObjectStorage(folder);
}

function attempt<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw refusal(messageOf(error));
  }
}

function refusal(fault: string): ConfigError {
  return new ConfigError([`STORAGE_URL can't be used: ${fault}. ${ALLOWED}`]);
}

function messageOf(error: unknown): string {
  return isNativeError(error) ? error.message : String(error);
}
