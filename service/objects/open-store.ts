import path from 'node:path'
import type { Settings } from '../settings.ts'
import { createDiskStore } from './disk.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Store } from './s3.ts'

/** The object store of the settings: a bucket, or the data directory's own folder. An S3 store is not asked yet. */
export async function openStore({
  objectStore,
  dataDirectory,
}: Pick<Settings, 'dataDirectory' | 'objectStore'>): Promise<ObjectStore> {
  return objectStore === 'disk' ? createDiskStore(path.join(dataDirectory, 'objects')) : createS3Store(objectStore)
}
