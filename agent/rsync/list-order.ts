import type { EntryTable } from './entry-table.ts'
import { refuse } from './rsync-fault.ts'

/**
 * The order in which both sides number a list: position N of the answer holds the index, in the order sent, of the
 * N-th entry. Component by component, bytes unsigned, files before directories, a directory right before what it
 * holds (flist.c, f_name_cmp at protocol 29 and later). Entries of one name stay beside each other, each with a place.
 */
export function orderOf(table: EntryTable): Uint32Array {
  return new Uint32Array(table.count)
    .map((_, index) => index)
    .sort((a, b) => compareNames(table.name(a), table.isDirectory(a), table.name(b), table.isDirectory(b)) || a - b)
}

/** Negative when `a` comes first, zero for equal names. */
export function compareNames(a: Buffer, aIsDirectory: boolean, b: Buffer, bIsDirectory: boolean): number {
  const common = Math.min(a.length, b.length)
  let at = 0
  while (at < common && a[at] === b[at]) at += 1
  if (at === a.length && at === b.length) return 0
  if (isDot(a)) return -1
  if (isDot(b)) return 1
  if (at === a.length && b[at] === slash) return -1
  if (at === b.length && a[at] === slash) return 1
  const aGoesDeeper = aIsDirectory || a.indexOf(slash, at) >= 0
  const bGoesDeeper = bIsDirectory || b.indexOf(slash, at) >= 0
  if (aGoesDeeper !== bGoesDeeper) return aGoesDeeper ? 1 : -1
  const end = aGoesDeeper ? slash : -1
  return (a[at] ?? end) - (b[at] ?? end)
}

/**
 * Walks a sorted list, leaving out the repetitions of a name, and refuses a list that is no tree: an entry whose folder
 * is not listed before it, or two entries of one name and different types.
 * @param visit is given the position and whether the entry repeats the name before it
 */
export function eachInTree(
  table: EntryTable,
  order: Uint32Array,
  visit: (position: number, repeated: boolean) => void,
) {
  const folders: Buffer[] = []
  for (let position = 0; position < order.length; position += 1) {
    const index = order[position] as number
    const name = table.name(index)
    const before = position > 0 ? (order[position - 1] as number) : undefined
    const repeated = before !== undefined && table.name(before).equals(name)
    if (repeated && table.isDirectory(before) !== table.isDirectory(index)) {
      throw refuse(`two entries of one name and different types: ${quoted(name)}`)
    }
    if (!repeated && !isDot(name)) {
      while (folders.length > 0 && !isInside(name, folders[folders.length - 1] as Buffer)) folders.pop()
      const parentLength = folders[folders.length - 1]?.length ?? 0
      if (name.lastIndexOf(slash) !== parentLength) throw refuse(`an entry whose folder is not listed: ${quoted(name)}`)
      if (table.isDirectory(index)) folders.push(name)
    }
    visit(position, repeated)
  }
}

const slash = 0x2f

function isDot(name: Buffer): boolean {
  return name[name.length - 1] === 0x2e && (name.length === 1 || (name.length === 2 && name[0] === slash))
}

function isInside(name: Buffer, folder: Buffer): boolean {
  return name[folder.length] === slash && name.subarray(0, folder.length).equals(folder)
}

function quoted(name: Buffer): string {
  return JSON.stringify(name.toString('latin1'))
}
