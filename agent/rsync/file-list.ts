import { createEntryTable, typeOf, type EntryTable, type ListedEntry, type TableLimits } from './entry-table.ts'
import { refuse } from './rsync-fault.ts'
import type { WireReader } from './wire-reader.ts'

export interface FileList {
  table: EntryTable
  /** user and group names by their numbers, as the server's own databases have them; unknown numbers are absent */
  users: Map<number, string>
  groups: Map<number, string>
  /** bits of trouble while the list was made: 1 something could not be read, 2 something vanished */
  ioError: number
}

export interface ListFormat {
  protocol: number
  /** the name of id 0 follows the others (compat flag 256) */
  hasNameOfZero: boolean
}

/**
 * Reads the file list of a server started with the option set of `server-command.ts`: the options decide which fields
 * an entry has (flist.c, recv_file_entry). Entries stay in the order sent.
 * @param isAllowed whether an entry of this name may be listed at all; called for every entry
 * @throws RsyncFault for anything a sender that keeps to the protocol would not send
 */
export async function readFileList(
  reader: WireReader,
  format: ListFormat,
  limits: TableLimits,
  isAllowed: (name: Buffer, isDirectory: boolean) => boolean,
): Promise<FileList> {
  const table = createEntryTable(limits)
  const readEntry = createEntryReader(reader, format, table)
  for (;;) {
    const entry = await reader.attempt(readEntry)
    if (typeof entry === 'number') {
      const users = await readNames(reader, format)
      const groups = await readNames(reader, format)
      return { table, users, groups, ioError: entry }
    }
    if (!isAllowed(entry.name, entry.type === 'directory')) {
      throw refuse(`an entry that was not asked for: ${JSON.stringify(entry.name.toString('latin1'))}`)
    }
    table.add(entry)
  }
}

/** Bits of an entry's flags (rsync.h, XMIT_*), as protocols 30 and 31 use them without incremental recursion. */
const flag = {
  sameMode: 0x0002,
  extended: 0x0004,
  sameUid: 0x0008,
  sameGid: 0x0010,
  sameName: 0x0020,
  longName: 0x0040,
  sameTime: 0x0080,
  sameMajor: 0x0100,
  linked: 0x0200,
  userName: 0x0400,
  groupName: 0x0800,
  firstLink: 0x1000,
  nanoseconds: 0x2000,
  unknown: 0xc000,
}
const endWithError = flag.firstLink | flag.extended

const nameLimit = 4095
const targetLimit = 4095

/** What one entry takes over from the one before. */
interface Carried {
  seconds: number
  mode: number
  uid: number
  gid: number
  major: number
}

/** Reads one entry in one attempt; a number is the end of the list and carries its io_error. */
function createEntryReader(reader: WireReader, format: ListFormat, table: EntryTable): () => ListedEntry | number {
  const previousName = Buffer.alloc(nameLimit)
  let previousLength = 0
  let carried: Carried = { seconds: 0, mode: 0, uid: 0, gid: 0, major: 0 }

  function readName(flags: number): Buffer {
    const kept = flags & flag.sameName ? reader.byte() : 0
    const rest = flags & flag.longName ? reader.varint() : reader.byte()
    if (kept > previousLength) throw refuse('a name that keeps more of the previous one than there is')
    if (rest < 0 || kept + rest > nameLimit) throw refuse(`a name longer than ${nameLimit} bytes`)
    return Buffer.concat([previousName.subarray(0, kept), reader.take(rest)])
  }

  function commit(entry: ListedEntry, next: Carried): ListedEntry {
    entry.name.copy(previousName)
    previousLength = entry.name.length
    carried = next
    return entry
  }

  function readLink(name: Buffer): ListedEntry {
    const first = reader.varint()
    if (first < 0 || first >= table.count) throw refuse('a hard link to an entry that was not listed before')
    const original = table.entry(first)
    if (original.group !== first) throw refuse('a hard link to an entry that is no first of its group')
    const { seconds, mode, uid, gid, rdev } = original
    return commit({ ...original, name }, { seconds, mode, uid, gid, major: rdev?.major ?? carried.major })
  }

  return () => {
    let flags = reader.byte()
    if (flags === 0) return 0
    if (flags & flag.extended) flags |= reader.byte() << 8
    if (flags === endWithError) return reader.varint()
    if (flags & flag.unknown) throw refuse(`an entry with unknown flags ${flags.toString(16)}`)
    const name = readName(flags)
    checkName(name)
    if (flags & flag.linked && !(flags & flag.firstLink)) return readLink(name)

    const size = reader.varlong(3)
    const seconds = flags & flag.sameTime ? carried.seconds : reader.varlong(4)
    const nanoseconds = flags & flag.nanoseconds && format.protocol >= 31 ? reader.varint() : 0
    const mode = flags & flag.sameMode ? carried.mode : reader.int32()
    const uid = flags & flag.sameUid ? carried.uid : readId(flags & flag.userName)
    const gid = flags & flag.sameGid ? carried.gid : readId(flags & flag.groupName)
    const type = typeOf(mode)
    if (!type || mode >>> 16 !== 0) throw refuse(`an entry of unknown type, mode ${(mode >>> 0).toString(8)}`)
    if (size < 0) throw refuse('an entry with a negative size')
    if (nanoseconds < 0 || nanoseconds > 999_999_999) throw refuse('a time with more nanoseconds than a second has')
    if (isDot(name) && type !== 'directory') throw refuse('a `.` that is no directory')

    const device = type === 'char' || type === 'block'
    const special = type === 'fifo' || type === 'socket'
    const rdev = device || (special && format.protocol < 31) ? readDevice(flags) : undefined
    const target = type === 'symlink' ? readTarget() : undefined
    const entry: ListedEntry = { name, type, mode, uid, gid, size, seconds, nanoseconds }
    if (target) entry.target = target
    if (rdev && device) entry.rdev = rdev
    if (flags & flag.linked) entry.group = table.count
    return commit(entry, { seconds, mode, uid, gid, major: rdev?.major ?? carried.major })
  }

  function readId(nameFollows: number): number {
    if (nameFollows) throw refuse('a user name inside an entry, which is only for incremental lists')
    return reader.varint() >>> 0
  }

  function readDevice(flags: number): { major: number; minor: number } {
    const major = flags & flag.sameMajor ? carried.major : reader.varint() >>> 0
    return { major, minor: reader.varint() >>> 0 }
  }

  function readTarget(): Buffer {
    const length = reader.varint()
    if (length < 0 || length > targetLimit) throw refuse(`a link target longer than ${targetLimit} bytes`)
    return Buffer.from(reader.take(length))
  }
}

/** Every component is a real one: a name can neither climb nor be spelled in two ways. */
function checkName(name: Buffer): void {
  if (name[0] !== slash || name.length < 2) throw refuse('an entry without an absolute name')
  if (name.includes(0)) throw refuse('a name that holds a NUL')
  if (isDot(name)) return
  if (!name.includes('//') && !name.includes('/.') && name[name.length - 1] !== slash) return
  for (const component of name.subarray(1).toString('latin1').split('/')) {
    if (component === '' || component === '.' || component === '..') {
      throw refuse(`a name with the component ${JSON.stringify(component)}`)
    }
  }
}

const slash = 0x2f

/** The name that the root itself has when `/` was asked for. */
function isDot(name: Buffer): boolean {
  return name.length === 2 && name[1] === 0x2e
}

async function readNames(reader: WireReader, format: ListFormat): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  let bytes = 0
  for (;;) {
    const { id, name } = await reader.attempt(() => {
      const next = reader.varint() >>> 0
      const hasName = next !== 0 || format.hasNameOfZero
      return { id: next, name: hasName ? reader.take(reader.byte()) : undefined }
    })
    if (name) names.set(id, name.toString('utf8'))
    bytes += nameOverheadBytes + (name?.length ?? 0)
    if (bytes > namesLimitBytes) throw refuse(`more than ${namesLimitBytes} bytes of user or group names`)
    if (id === 0) return names
  }
}

/** Of all user names, and of all group names, of one server: a directory service with 100,000 accounts has less. */
const namesLimitBytes = 8 * 1024 * 1024

/** What a name costs beside its bytes: one that is sent again and again counts as well. */
const nameOverheadBytes = 32
