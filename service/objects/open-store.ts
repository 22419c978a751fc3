import path from 'node:path'
import type { Settings } from '../settings.ts'
import { createDiskStore } from './disk.ts'
import type { ObjectStore } from './object-store.ts'

/**
 * Opens the object store of the settings: a bucket, or a folder of the data directory. Sends no request to an S3 store.
 */
export async function openStore(
  { objectStore, dataDirectory }: Pick<Settings, 'dataDirectory' | 'objectStore'>,
  mayMake = true,
): Promise<ObjectStore> {
  if (objectStore !== 'disk') {
    const { createS3Store } = await import('./s3.ts') // its SDK costs each thread 0.1 s of CPU and 10 MB
    return createS3Store(objectStore)
  }
  return createDiskStore(path.join(dataDirectory, 'objects'), mayMake)
}

/** Returns the store's location for display. */
export function storeLocation({ objectStore, dataDirectory }: Pick<Settings, 'dataDirectory' | 'objectStore'>): string {
  if (objectStore === 'disk') return path.join(dataDirectory, 'objects')
  return `BKP_S3_BUCKET '${objectStore.bucket}' at ${objectStore.endpoint}`
}
