import type { EntryTable, ListedEntry } from '../../rsync/entry-table.ts'
import { eachInTree } from '../../rsync/list-order.ts'
import type { Content } from '../../../shared/repository/content.ts'

/** A regular file of the previous tree. Files that had a problem must be omitted. */
export interface BaselineFile {
  size: number
  mtimeSeconds: number
  mtimeNanoseconds: number
  content: Content
}

/** By path without its leading slash, as a latin1 string of the bytes. */
export type Baseline = ReadonlyMap<string, BaselineFile>

/** The plan for a sorted list. Positions are those of the sorted list. */
export interface TreePlan {
  /** every name once, in order */
  positions: Uint32Array
  /** files to request, ascending: one name of each inode */
  wanted: Uint32Array
  /** files whose content is known without a request */
  known: Map<number, Content>
  /** for every name of an inode with several names in the tree: the position whose content it shares */
  leaders: Map<number, number>
  /** number of files unchanged since the baseline */
  unchanged: number
  /** sum of the sizes of all files, each inode once */
  bytes: number
  /** the largest files, largest first */
  largest: { path: Buffer; size: number }[]
}

/**
 * Decides for every file whether it must be read. A file is unchanged if its size and modification time, to the
 * nanosecond, equal those of the baseline; a server of protocol 30 reports whole seconds only. Empty files are not
 * requested.
 */
export function planTree(table: EntryTable, order: Uint32Array, baseline: Baseline): TreePlan {
  const positions = new Uint32Array(order.length)
  const wanted = new Uint32Array(order.length)
  const plan: TreePlan = {
    positions,
    wanted,
    known: new Map(),
    leaders: new Map(),
    unchanged: 0,
    bytes: 0,
    largest: [],
  }
  const firstOf = new Map<number, number>() // group -> its first position
  let kept = 0
  let wantedCount = 0

  eachInTree(table, order, (position, repeated) => {
    if (repeated) return
    positions[kept++] = position
    const entry = table.entry(order[position] as number)
    if (entry.group !== undefined) {
      const leader = firstOf.get(entry.group)
      if (leader !== undefined) {
        plan.leaders.set(leader, leader)
        plan.leaders.set(position, leader)
        return
      }
      firstOf.set(entry.group, position)
    }
    if (entry.type !== 'file') return
    plan.bytes += entry.size
    noteLarge(plan.largest, entry)
    const content = knownContent(entry, baseline)
    if (!content) wanted[wantedCount++] = position
    else {
      plan.known.set(position, content)
      if (entry.size > 0) plan.unchanged += 1
    }
  })
  return { ...plan, positions: positions.subarray(0, kept), wanted: wanted.subarray(0, wantedCount) }
}

function knownContent(entry: ListedEntry, baseline: Baseline): Content | undefined {
  if (entry.size === 0) return { size: 0, chunks: [] }
  const before = baseline.get(entry.name.toString('latin1', 1))
  const isSame =
    before?.size === entry.size &&
    before.mtimeSeconds === entry.seconds &&
    before.mtimeNanoseconds === entry.nanoseconds &&
    before.content.size === entry.size // a file that grew while it was read is read again
  return isSame ? before.content : undefined
}

function noteLarge(largest: TreePlan['largest'], entry: ListedEntry): void {
  if (largest.length === 3 && entry.size <= (largest[2]?.size ?? 0)) return
  largest.push({ path: entry.name, size: entry.size })
  largest.sort((a, b) => b.size - a.size)
  largest.length = Math.min(largest.length, 3)
}
