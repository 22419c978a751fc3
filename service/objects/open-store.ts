import path from 'node:path'
import type { Settings } from '../settings.ts'
import { createDiskStore } from './disk.ts'
import type { ObjectStore } from './object-store.ts'

/** The object store of the settings: the data directory's own folder. */
export function openStore(settings: Pick<Settings, 'dataDirectory'>): Promise<ObjectStore> {
  return createDiskStore(path.join(settings.dataDirectory, 'objects'))
}
