import type { Request } from 'express'
import type { DiskSpace } from '../objects/object-store.ts'
import type { Dependencies } from '../dependencies.ts'

/** The disk of the objects. Null where there is none, or it cannot be asked now: how much is stored is known all the same. */
export async function readDiskSpace(
  { store }: Pick<Dependencies, 'store'>,
  { log }: Pick<Request, 'log'>,
): Promise<DiskSpace | null> {
  try {
    return (await store.room?.()) ?? null
  } catch (error) {
    log.warn({ err: error }, 'the room on the disk of the objects is not known')
    return null
  }
}
