import type { Request } from 'express'
import type { DiskSpace } from '../objects/object-store.ts'
import type { Dependencies } from '../dependencies.ts'

/**
 * Returns the disk space of the object store. Null without a disk, or if it cannot be read now; the storage figures are
 * available regardless.
 */
export async function readDiskSpace(
  { store }: Pick<Dependencies, 'store'>,
  { log }: Pick<Request, 'log'>,
): Promise<DiskSpace | null> {
  try {
    return (await store.room?.()) ?? null
  } catch (error) {
    log.warn({ err: error }, 'free space of the object store’s disk is unknown')
    return null
  }
}
