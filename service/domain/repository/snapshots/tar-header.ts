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
  const extension = ustarHeader(
    { ...nobody, path: Buffer.from('PaxHeader'), size: records.length, mtime: member.mtime },
    paxType,
  )
  return Buffer.concat([extension, padded(records), header])
}

/** Returns the number of padding zeros after this many bytes. */
export function tarPadding(size: number): number {
  return (tarBlock - (size % tarBlock)) % tarBlock
}

const slash = Buffer.from('/')
const paxType = 'x'
const types = { file: '0', hard_link: '1', symlink: '2', char: '3', block: '4', directory: '5', fifo: '6' }
const nobody = { mode: 0o644, uid: 0, gid: 0 }

/** Maximum values of the header's fields. A number is octal and ends with NUL. */
const longest = { path: 100, owner: 31, id: 0o7777777, size: 0o77777777777, mtime: 0o77777777777 }

function paxRecords({ uid, gid, user, group, size = 0, mtime, target }: TarMember, path: Buffer): Buffer {
  const texts = { path, linkpath: target, uname: bytesOf(user), gname: bytesOf(group) }
  const room = { path: longest.path, linkpath: longest.path, uname: longest.owner, gname: longest.owner }
  const long = Object.entries(texts).flatMap(([name, text]) =>
    text && (text.length > room[name as keyof typeof room] || !isAscii(text)) ? [[name, text] as const] : [],
  )
  const isBinary = long.some(([, text]) => !isUtf8(text))
  const records: (readonly [string, Buffer])[] = isBinary ? [['hdrcharset', Buffer.from('BINARY')], ...long] : long
  const add = (name: string, value: string) => records.push([name, Buffer.from(value)])
  if (size > longest.size) add('size', String(size))
  if (uid > longest.id) add('uid', String(uid))
  if (gid > longest.id) add('gid', String(gid))
  if (mtime.nanoseconds > 0 || mtime.seconds < 0 || mtime.seconds > longest.mtime) add('mtime', decimal(mtime))
  return Buffer.concat(records.map(([name, value]) => paxRecord(name, value)))
}

/**
 * Returns `length name=value
 * `, where the length includes its own digits.
 */
function paxRecord(name: string, value: Buffer): Buffer {
  const rest = Buffer.concat([Buffer.from(` ${name}=`), value, Buffer.from('\n')])
  let length = rest.length + 1
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length
  return Buffer.concat([Buffer.from(String(length)), rest])
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
  header.fill(' ', 148, 156) // the checksum is computed with spaces in its own field
  header.write(type, 156, 'latin1')
  target?.copy(header, 157, 0, longest.path)
  header.write('ustar\0' + '00', 257, 'latin1')
  if (user) header.write(user, 265, longest.owner)
  if (group) header.write(group, 297, longest.owner)
  writeOctal(header, 329, 8, fitting(device?.major ?? 0, longest.id))
  writeOctal(header, 337, 8, fitting(device?.minor ?? 0, longest.id))
  let sum = 0
  for (const byte of header) sum += byte
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return header
}

function writeOctal(header: Buffer, at: number, room: number, value: number): void {
  header.write(value.toString(8).padStart(room - 1, '0'), at, 'latin1')
}

/** Values that do not fit are in the extended header. */
function fitting(value: number, most: number): number {
  return value >= 0 && value <= most ? value : 0
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(tarPadding(bytes.length))])
}

function isAscii(text: Buffer): boolean {
  return text.every((byte) => byte < 0x80)
}

function bytesOf(text: string | undefined): Buffer | undefined {
  return text === undefined ? undefined : Buffer.from(text)
}
