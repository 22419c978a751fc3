import { isUtf8 } from 'node:buffer'

/** One member of a tar archive. Names are bytes; a directory's name has no trailing slash here. */
export interface TarMember {
  path: Buffer
  type: 'file' | 'hard_link' | 'symlink' | 'char' | 'block' | 'directory' | 'fifo'
  mode: number
  uid: number
  gid: number
  user?: string
  group?: string
  /** Bytes of a file that follow, padded to `tarBlock`. */
  size?: number
  mtime: { seconds: number; nanoseconds: number }
  /** Target of a symlink, or the path of the other name of a hard link. */
  target?: Buffer
  device?: { major: number; minor: number }
}

/** Block size of tar in bytes; content is padded with zeros. */
export const tarBlock = 512

/** Two empty blocks end an archive. */
export const tarEnd = Buffer.alloc(2 * tarBlock)

/**
 * Returns the header blocks of a member: POSIX.1-2017 pax interchange format, "ustar" preceded by an extended header
 * for what does not fit: long or non-ASCII names, fractions of a second, large numbers. Names that are not UTF-8 are
 * declared with `hdrcharset=BINARY`, and unpack to the same bytes.
 */
export function tarHeader(member: TarMember): Buffer {
  const path = member.type === 'directory' ? Buffer.concat([member.path, slash]) : member.path
  const records = paxRecords(member, path)
  const header = ustarHeader({ ...member, path }, types[member.type])
  if (records.length === 0) return header
  const extension = ustarHeader({ ...nobody, path: paxName, size: records.length, mtime: member.mtime }, paxType)
  const recordsEnd = tarBlock + records.length + tarPadding(records.length)
  const all = Buffer.alloc(recordsEnd + tarBlock)
  all.set(extension)
  all.set(records, tarBlock)
  all.set(header, recordsEnd)
  return all
}

/** Returns the number of padding zeros after this many bytes. */
export function tarPadding(size: number): number {
  return (tarBlock - (size % tarBlock)) % tarBlock
}

const slash = Buffer.from('/')
const paxType = 'x'
const paxName = Buffer.from('PaxHeader')
const types = { file: '0', hard_link: '1', symlink: '2', char: '3', block: '4', directory: '5', fifo: '6' }
const magic = Buffer.from('ustar\0' + '00', 'latin1')
const newline = 0x0a
const zero = 0x30
const nobody = { mode: 0o644, uid: 0, gid: 0 }

/** Maximum values of the header's fields. A number is octal and ends with NUL. */
const longest = { path: 100, owner: 31, id: 0o7777777, size: 0o77777777777, mtime: 0o77777777777 }

function paxRecords({ uid, gid, user, group, size = 0, mtime, target }: TarMember, path: Buffer): Buffer {
  const records: [name: string, value: Buffer][] = []
  const addLong = (name: string, text: Buffer | undefined, most: number) => {
    if (text && (text.length > most || !isAscii(text))) records.push([name, text])
  }
  addLong('path', path, longest.path)
  addLong('linkpath', target, longest.path)
  addLong('uname', bytesOf(user), longest.owner)
  addLong('gname', bytesOf(group), longest.owner)
  if (records.some(([, text]) => !isUtf8(text))) records.unshift(['hdrcharset', Buffer.from('BINARY')])
  const add = (name: string, value: string) => records.push([name, Buffer.from(value)])
  if (size > longest.size) add('size', String(size))
  if (uid > longest.id) add('uid', String(uid))
  if (gid > longest.id) add('gid', String(gid))
  if (mtime.nanoseconds > 0 || mtime.seconds < 0 || mtime.seconds > longest.mtime) add('mtime', decimal(mtime))
  const [only] = records
  if (only && records.length === 1) return paxRecord(...only)
  return Buffer.concat(records.map(([name, value]) => paxRecord(name, value)))
}

/**
 * Returns `length name=value
 * `, where the length includes its own digits.
 */
function paxRecord(name: string, value: Buffer): Buffer {
  const restLength = name.length + value.length + 3
  let length = restLength + 1
  while (String(length).length + restLength !== length) length = String(length).length + restLength
  const record = Buffer.allocUnsafe(length)
  const valueAt = record.write(`${length} ${name}=`, 'latin1')
  record.set(value, valueAt)
  record[length - 1] = newline
  return record
}

/** Nanoseconds count forward from the second, also before 1970; a negative decimal number counts away from zero. */
function decimal({ seconds, nanoseconds }: TarMember['mtime']): string {
  const [whole, fraction] = seconds < 0 && nanoseconds > 0 ? [seconds + 1, 1e9 - nanoseconds] : [seconds, nanoseconds]
  const sign = seconds < 0 ? '-' : ''
  const digits = String(fraction).padStart(9, '0').replace(/0+$/, '')
  return `${sign}${Math.abs(whole)}${digits && `.${digits}`}`
}

function ustarHeader(member: Omit<TarMember, 'type'>, type: string): Buffer {
  const { path, mode, uid, gid, user, group, size = 0, mtime, target, device } = member
  const header = Buffer.alloc(tarBlock)
  path.copy(header, 0, 0, longest.path)
  writeOctal(header, 100, 8, mode)
  writeOctal(header, 108, 8, fitting(uid, longest.id))
  writeOctal(header, 116, 8, fitting(gid, longest.id))
  writeOctal(header, 124, 12, fitting(size, longest.size))
  writeOctal(header, 136, 12, fitting(mtime.seconds, longest.mtime))
  header.fill(0x20, 148, 156) // the checksum is computed with spaces in its own field
  header[156] = type.charCodeAt(0)
  target?.copy(header, 157, 0, longest.path)
  header.set(magic, 257)
  if (user) header.write(user, 265, longest.owner)
  if (group) header.write(group, 297, longest.owner)
  writeOctal(header, 329, 8, fitting(device?.major ?? 0, longest.id))
  writeOctal(header, 337, 8, fitting(device?.minor ?? 0, longest.id))
  let sum = 0
  for (let at = 0; at < tarBlock; at++) sum += header[at]!
  writeOctal(header, 148, 7, sum)
  header[154] = 0
  return header
}

/** Writes all digits but the last byte of the field, which stays as it is. */
function writeOctal(header: Buffer, at: number, room: number, value: number): void {
  let left = value
  for (let digit = at + room - 2; digit >= at; digit--) {
    header[digit] = zero + (left % 8)
    left = Math.floor(left / 8)
  }
}

/** Values that do not fit are in the extended header. */
function fitting(value: number, most: number): number {
  return value >= 0 && value <= most ? value : 0
}

function isAscii(text: Buffer): boolean {
  for (let at = 0; at < text.length; at++) if (text[at]! >= 0x80) return false
  return true
}

function bytesOf(text: string | undefined): Buffer | undefined {
  return text === undefined ? undefined : Buffer.from(text)
}
