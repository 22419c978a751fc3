import fs from 'node:fs'
import fsp from 'node:fs/promises'
import path from 'node:path'
import type { BreakGlassProblem } from '../../bridge.ts'
import { eraseFile, writeDurably } from './durable-files.ts'
import type { WrappedKey } from './passphrase-key.ts'

/** What the desktop knows of a copy without its passphrase. Instants are RFC 3339. */
export interface StoredCopy {
  format: 1
  id: string
  connectionId: string
  tenantId: string
  tenantName: string
  computer: string
  /** Asks the service whether the copy may be kept; it reads no data. */
  contactKey: string
  /** base64. */
  publicKey: string
  wrapped: WrappedKey
  /** Hours between refreshes; null: only on demand. */
  everyHours: number | null
  expiresAfterDays: number
  createdAt: string
  /** Last response of the service. */
  contactedAt: string
  /** The latest time at which the copy was used: a clock that is set back does not extend its life. */
  latestSeenAt: string
  refreshedAt: string | null
  attemptedAt: string | null
  devices: number
  configurations: number
  /** Why the last refresh failed. */
  problem: BreakGlassProblem | null
  failedUnlocks: number
  unlockNotBefore: string | null
}

/** The copies of a folder, each in a folder of its own. */
export interface CopyFolder {
  list(): StoredCopy[]
  find(id: string): StoredCopy | undefined
  /** Creates or replaces the record of a copy. */
  write(copy: StoredCopy): Promise<void>
  /** Changes a record; does nothing if the copy was deleted meanwhile. */
  change(id: string, fields: Partial<StoredCopy>): Promise<void>
  pathOf(id: string, name?: string): string
  /** Erases a copy, first its key: after a crash the rest cannot be opened, and `eraseRemains` continues. */
  erase(id: string): Promise<void>
  /**
   * Erases folders of copies without a valid record: nothing else would end their life.
   * @param onErased called with the id of each
   */
  eraseRemains(onErased: (id: string) => void): Promise<void>
}

const recordName = 'copy.json'

export function openCopyFolder(folder: string): CopyFolder {
  const pathOf = (id: string, name = '') => path.join(folder, id, name)
  const names = () => (fs.existsSync(folder) ? fs.readdirSync(folder) : []).filter((name) => isId.test(name))
  const find = (id: string) => (isId.test(id) ? readRecord(pathOf(id, recordName), id) : undefined)
  const write = async (copy: StoredCopy) => {
    await fsp.mkdir(pathOf(copy.id), { recursive: true, mode: 0o700 })
    await writeDurably(pathOf(copy.id, recordName), Buffer.from(JSON.stringify(copy, null, 2)))
  }
  const changes = new Map<string, Promise<void>>()
  const inOrder = (id: string, work: () => Promise<void>) => {
    const done = (changes.get(id) ?? Promise.resolve()).then(work)
    const settled = done.catch(() => undefined)
    changes.set(id, settled)
    return done
  }
  const eraseNow = async (id: string) => {
    await eraseFile(pathOf(id, recordName))
    for (const name of fs.existsSync(pathOf(id)) ? await fsp.readdir(pathOf(id)) : []) await eraseFile(pathOf(id, name))
    await fsp.rm(pathOf(id), { recursive: true, force: true })
  }
  return {
    list: () => names().flatMap((name) => find(name) ?? []),
    find,
    write: (copy) => inOrder(copy.id, () => write(copy)),
    change: (id, fields) =>
      inOrder(id, async () => {
        const found = find(id)
        if (found) await write({ ...found, ...fields })
      }),
    pathOf,
    erase: (id) => inOrder(id, () => eraseNow(id)),
    async eraseRemains(onErased) {
      for (const name of names().filter((one) => !find(one))) {
        await inOrder(name, async () => {
          if (!find(name)) await eraseNow(name)
        })
        onErased(name)
      }
    },
  }
}

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns undefined for a record that is missing or was altered to an invalid one. */
function readRecord(file: string, id: string): StoredCopy | undefined {
  try {
    const found = JSON.parse(fs.readFileSync(file, 'utf8')) as StoredCopy
    const instants = [found.createdAt, found.contactedAt, found.latestSeenAt]
    const isValid =
      found.format === 1 &&
      found.id === id &&
      instants.every((instant) => !Number.isNaN(Date.parse(instant))) &&
      found.expiresAfterDays > 0 &&
      [found.contactKey, found.publicKey, found.connectionId, found.wrapped?.sealed].every(
        (one) => typeof one === 'string',
      )
    return isValid ? found : undefined
  } catch {
    return undefined
  }
}
