import { randomBytes } from 'node:crypto'
import type { ObjectStore } from '../../../objects/object-store.ts'
import { DumpDamaged } from './dump-damaged.ts'
import type { DumpSummary } from './dump-records.ts'
import { type DumpDependencies, createDump } from './create-dump.ts'

/**
 * A dump in the object store: `dumps/{name}/part-000001` and so on, and `dumps/{name}/whole` once all parts are stored.
 */
export interface StoredDump {
  /** Starts with its time, such as 20260801T041000Z, so that names sort by time; then the installation. */
  name: string
  takenAt: Date
  /** First 8 digits of the installation's id. */
  installation: string
  isWhole: boolean
}

const folder = 'dumps/'
const partBytes = 8 * 1024 * 1024
const namePattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8})-[0-9a-f]{8}$/

/**
 * Dumps the database into its object store, without the tenants' wrapped keys: they are stored there separately, so
 * destroyed keys remain in no dump. An interrupted dump is never taken for a complete one.
 */
export async function storeDump(
  dependencies: DumpDependencies & { store: ObjectStore; installation: string },
): Promise<DumpSummary & { name: string; bytes: number }> {
  const { store, now, installation } = dependencies
  const timestamp = now.toISOString().replace(/\.\d+|[-:]/g, '')
  const name = `${timestamp}-${installation.slice(0, 8)}-${randomBytes(4).toString('hex')}`
  let [held, heldBytes, bytes, count]: [Buffer[], number, number, number] = [[], 0, 0, 0]
  async function flush() {
    count += 1
    await store.put(partOf(name, count), Buffer.concat(held))
    bytes += heldBytes
    ;[held, heldBytes] = [[], 0]
  }
  const summary = await createDump(dependencies, { keys: false }, async (piece) => {
    held.push(piece)
    heldBytes += piece.length
    if (heldBytes >= partBytes) await flush()
  })
  if (heldBytes > 0) await flush()
  await store.put(wholeOf(name), Buffer.from(JSON.stringify({ parts: count, bytes })))
  return { ...summary, name, bytes }
}

/**
 * Returns the dumps in the store, newest first.
 * @throws StoreUnreachable if the list may be incomplete
 */
export async function listStoredDumps(store: ObjectStore): Promise<StoredDump[]> {
  const found = new Map<string, StoredDump>()
  for await (const { key } of store.list(folder)) {
    const [, name = '', file] = key.split('/')
    const read = readName(name)
    if (!read) continue // not a dump of Coffer
    const dump = found.get(name) ?? { name, ...read, isWhole: false }
    found.set(name, { ...dump, isWhole: dump.isWhole || file === 'whole' })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? 1 : -1))
}

/**
 * Yields the sealed bytes of a stored dump.
 * @throws DumpDamaged if it is incomplete
 */
export async function* readStoredDump(store: ObjectStore, name: string): AsyncGenerator<Buffer> {
  if (!(await store.head(wholeOf(name)))) throw new DumpDamaged('dump_incomplete', { dump: name })
  const { parts } = JSON.parse((await store.get(wholeOf(name))).toString()) as { parts: number }
  for (let part = 1; part <= parts; part += 1) yield await store.get(partOf(name, part))
}

/** Deletes the marker of completeness first: the remains after a crash do not count as a dump. */
export async function removeStoredDump(store: ObjectStore, name: string): Promise<void> {
  await store.delete(wholeOf(name))
  const keys: string[] = []
  for await (const { key } of store.list(`${folder}${name}/`)) keys.push(key)
  for (const key of keys) await store.delete(key)
}

function partOf(name: string, part: number): string {
  return `${folder}${name}/part-${String(part).padStart(6, '0')}`
}

function wholeOf(name: string): string {
  return `${folder}${name}/whole`
}

function readName(name: string): Pick<StoredDump, 'takenAt' | 'installation'> | null {
  const found = namePattern.exec(name)
  if (!found) return null
  const [, year, month, day, hour, minute, second, installation] = found
  return { takenAt: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`), installation: installation! }
}
