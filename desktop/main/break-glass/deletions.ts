import path from 'node:path'
import type { BreakGlassDeletion } from '../../bridge.ts'
import { jsonFile } from '../json-file.ts'

/** A copy that was deleted from this computer. */
export interface DeletedCopy extends BreakGlassDeletion {
  connectionId: string
  /** Reports the deletion to the service; null once it is reported. */
  contactKey: string | null
}

/** Deleted copies, until the user has seen the reason and the service was informed. */
export interface Deletions {
  list(): DeletedCopy[]
  add(deleted: DeletedCopy): void
  markReported(id: string): void
  /** The user has seen the deletion. */
  dismiss(id: string): void
  /** Forgets deletions that nobody needs: of a removed connection, and those older than 30 days. */
  forgetOld(now: Date, isConnection: (id: string) => boolean): void
}

const keptMs = 30 * 24 * 3_600_000

export function createDeletions(folder: string): Deletions {
  const file = jsonFile<(DeletedCopy & { isSeen: boolean })[]>(path.join(folder, 'deleted.json'), [], isKept)
  const change = (how: (list: (DeletedCopy & { isSeen: boolean })[]) => (DeletedCopy & { isSeen: boolean })[]) => {
    const before = file.read()
    const after = how(before).filter(({ isSeen, contactKey }) => !isSeen || contactKey !== null)
    if (JSON.stringify(before) !== JSON.stringify(after)) file.write(after)
  }
  return {
    list: () => file.read(),
    add: (deleted) =>
      change((list) => [
        ...list.filter(({ id }) => id !== deleted.id),
        { ...deleted, isSeen: deleted.reason === 'user' },
      ]),
    markReported: (id) => change((list) => list.map((one) => (one.id === id ? { ...one, contactKey: null } : one))),
    dismiss: (id) => change((list) => list.map((one) => (one.id === id ? { ...one, isSeen: true } : one))),
    forgetOld: (now, isConnection) =>
      change((list) =>
        list.filter((one) => isConnection(one.connectionId) && now.getTime() - Date.parse(one.deletedAt) < keptMs),
      ),
  }
}

function isKept(found: unknown): found is (DeletedCopy & { isSeen: boolean })[] {
  return Array.isArray(found) && found.every((one) => typeof one?.id === 'string' && typeof one?.isSeen === 'boolean')
}
