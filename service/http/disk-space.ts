import type { Request } from 'express'
import type { Room } from '../objects/object-store.ts'
import type { Pieces } from '../dependencies.ts'

/** The disk of the objects. Null where there is none, or it cannot be asked now: how much is stored is known all the same. */
export async function roomOf({ store }: Pick<Pieces, 'store'>, { log }: Pick<Request, 'log'>): Promise<Room | null> {
  try {
    return (await store.room?.()) ?? null
  } catch (error) {
    log.warn({ err: error }, 'the room on the disk of the objects is not known')
    return null
  }
}
