import { RsyncFault } from './rsync-fault.ts'

export type EntryType = 'file' | 'directory' | 'symlink' | 'fifo' | 'socket' | 'char' | 'block'

/** One line of an rsync file list. Names and targets are bytes; a name is the full path with its leading `/`. */
export interface ListedEntry {
  name: Buffer
  type: EntryType
  /** Linux st_mode: the type bits and twelve bits of permissions. */
  mode: number
  uid: number
  gid: number
  size: number
  seconds: number
  nanoseconds: number
  target?: Buffer
  rdev?: { major: number; minor: number }
  /** Index, in the order sent, of the first entry of its group of hard links (its own for the first). */
  group?: number
}

export interface TableLimits {
  entries: number
  /** of all names and link targets together: an entry costs its sender a few bytes, and must not cost us much more */
  nameBytes: number
}

/**
 * The entries of a list in the order sent, held in columns: some 60 bytes an entry besides its name, so that a list
 * of two million is no burden for an agent.
 */
export interface EntryTable {
  readonly count: number
  /** @throws RsyncFault `limit` when the table is full */
  add(entry: ListedEntry): void
  entry(index: number): ListedEntry
  /** Shares memory with the table: do not keep or change it. */
  name(index: number): Buffer
  isDirectory(index: number): boolean
}

/** The type that the mode's bits name, or undefined for bits that Linux does not have. */
export function typeOf(mode: number): EntryType | undefined {
  return types[(mode >>> 12) & 0xf]
}

export function createEntryTable(limits: TableLimits): EntryTable {
  const bytes = createByteArena(limits.nameBytes)
  let capacity = 1024
  let count = 0
  const columns = {
    nameAt: new Uint32Array(capacity),
    nameLength: new Uint16Array(capacity),
    targetLength: new Uint16Array(capacity),
    mode: new Uint16Array(capacity),
    uid: new Uint32Array(capacity),
    gid: new Uint32Array(capacity),
    size: new Float64Array(capacity),
    seconds: new Float64Array(capacity),
    nanoseconds: new Uint32Array(capacity),
    major: new Uint32Array(capacity),
    minor: new Uint32Array(capacity),
    group: new Int32Array(capacity),
  }

  function grow(): void {
    capacity = Math.min(capacity * 2, limits.entries)
    columns.nameAt = grown(columns.nameAt, new Uint32Array(capacity))
    columns.nameLength = grown(columns.nameLength, new Uint16Array(capacity))
    columns.targetLength = grown(columns.targetLength, new Uint16Array(capacity))
    columns.mode = grown(columns.mode, new Uint16Array(capacity))
    columns.uid = grown(columns.uid, new Uint32Array(capacity))
    columns.gid = grown(columns.gid, new Uint32Array(capacity))
    columns.size = grown(columns.size, new Float64Array(capacity))
    columns.seconds = grown(columns.seconds, new Float64Array(capacity))
    columns.nanoseconds = grown(columns.nanoseconds, new Uint32Array(capacity))
    columns.major = grown(columns.major, new Uint32Array(capacity))
    columns.minor = grown(columns.minor, new Uint32Array(capacity))
    columns.group = grown(columns.group, new Int32Array(capacity))
  }

  function name(index: number): Buffer {
    return bytes.at(columns.nameAt[index] as number, columns.nameLength[index] as number)
  }

  function target(index: number): Buffer {
    const after = (columns.nameAt[index] as number) + (columns.nameLength[index] as number)
    return bytes.at(after, columns.targetLength[index] as number)
  }

  return {
    get count() {
      return count
    },
    name,
    isDirectory: (index) => (columns.mode[index] as number) >>> 12 === directoryBits,
    add(entry) {
      if (count >= limits.entries) {
        throw new RsyncFault('limit', `more than ${limits.entries.toLocaleString('en')} entries`)
      }
      if (count === capacity) grow()
      columns.nameAt[count] = bytes.add(entry.name, entry.target ?? nothing)
      columns.nameLength[count] = entry.name.length
      columns.targetLength[count] = entry.target?.length ?? 0
      columns.mode[count] = entry.mode
      columns.uid[count] = entry.uid
      columns.gid[count] = entry.gid
      columns.size[count] = entry.size
      columns.seconds[count] = entry.seconds
      columns.nanoseconds[count] = entry.nanoseconds
      columns.major[count] = entry.rdev?.major ?? 0
      columns.minor[count] = entry.rdev?.minor ?? 0
      columns.group[count] = entry.group ?? -1
      count += 1
    },
    entry(index) {
      const mode = columns.mode[index] as number
      const type = typeOf(mode) as EntryType
      const group = columns.group[index] as number
      const device = type === 'char' || type === 'block'
      return {
        name: name(index),
        type,
        mode,
        uid: columns.uid[index] as number,
        gid: columns.gid[index] as number,
        size: columns.size[index] as number,
        seconds: columns.seconds[index] as number,
        nanoseconds: columns.nanoseconds[index] as number,
        ...(type === 'symlink' && { target: target(index) }),
        ...(device && { rdev: { major: columns.major[index] as number, minor: columns.minor[index] as number } }),
        ...(group >= 0 && { group }),
      }
    },
  }
}

const nothing = Buffer.alloc(0)
const directoryBits = 0o04
const types: Record<number, EntryType> = {
  0o01: 'fifo',
  0o02: 'char',
  [directoryBits]: 'directory',
  0o06: 'block',
  0o10: 'file',
  0o12: 'symlink',
  0o14: 'socket',
}

function grown<Column extends Float64Array | Uint32Array | Uint16Array | Int32Array>(from: Column, into: Column) {
  into.set(from)
  return into
}

const blockBits = 20
const blockBytes = 1 << blockBits

/** Byte strings one after the other in blocks of 1 MiB. Growing copies nothing; no string lies across two blocks. */
function createByteArena(limitBytes: number) {
  const blocks: Buffer[] = []
  let used = blockBytes
  return {
    /** Keeps both strings, one directly behind the other; the answer finds them again. */
    add(first: Buffer, second: Buffer): number {
      const length = first.length + second.length
      if (used + length > blockBytes) {
        if (blocks.length * blockBytes >= limitBytes) {
          throw new RsyncFault('limit', `more than ${limitBytes.toLocaleString('en')} bytes of names`)
        }
        blocks.push(Buffer.allocUnsafeSlow(blockBytes))
        used = 0
      }
      const block = blocks[blocks.length - 1] as Buffer
      first.copy(block, used)
      second.copy(block, used + first.length)
      used += length
      return (blocks.length - 1) * blockBytes + used - length
    },
    at(position: number, length: number): Buffer {
      const from = position & (blockBytes - 1)
      return (blocks[position >>> blockBits] as Buffer).subarray(from, from + length)
    },
  }
}
