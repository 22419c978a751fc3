import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

/** A file or link of an archive. Its path uses slashes. */
export interface PackedFile {
  name: string
  bytes: Buffer
  isExecutable: boolean
  /** Target of a link, whose content is empty. */
  link?: string
}

/**
 * Returns all files and links below a folder, by name, with paths below `prefix`. Folders are implied by their files.
 */
export function filesBelow(folder: string, prefix: string): PackedFile[] {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const name = `${prefix}/${path.relative(folder, file).split(path.sep).join('/')}`
      if (entry.isSymbolicLink()) {
        return { name, bytes: Buffer.alloc(0), isExecutable: false, link: fs.readlinkSync(file) }
      }
      return { name, bytes: fs.readFileSync(file), isExecutable: (fs.statSync(file).mode & 0o100) !== 0 }
    })
  return files.sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Returns the same bytes for the same files: no times, owners or order of the disk (POSIX.1-1988, ustar). */
export async function tarGz(files: readonly PackedFile[]): Promise<Buffer> {
  const blocks = files.flatMap((file) => [tarHead(file), file.bytes, Buffer.alloc(-file.bytes.length & 511)])
  return gzip(Buffer.concat([...blocks, Buffer.alloc(1024)]), { level: 9 })
}

/** As `tarGz`, for Windows, which opens zip without a tool (PKWARE, APPNOTE 6.3). Files only. */
export async function zip(files: readonly PackedFile[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, bytes } of files) {
    const packed = await deflate(bytes, { level: 9 })
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0) // version needed to extract: 2.0
    facts.writeUInt16LE(0x800, 2) // the name is UTF-8
    facts.writeUInt16LE(8, 4) // deflate
    facts.writeUInt16LE(0x21, 8) // 1 January 1980, the earliest date
    facts.writeUInt32LE(zlib.crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), facts, place, Buffer.from(name)]))
    pieces.push(local)
    at += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...pieces, listed, Buffer.from('PK\x05\x06'), end])
}

const gzip = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.gzip)
const deflate = promisify<Buffer, zlib.ZlibOptions, Buffer>(zlib.deflateRaw)

function tarHead({ name, bytes, isExecutable, link }: PackedFile): Buffer {
  const head = Buffer.alloc(512)
  const { prefix, rest } = divided(name)
  head.write(rest, 0)
  head.write(`${link === undefined && !isExecutable ? '0000644' : '0000755'}\0`, 100)
  head.write('0000000\0', 108)
  head.write('0000000\0', 116)
  head.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write('        ', 148)
  head.write(link === undefined ? '0' : '2', 156)
  head.write(link ?? '', 157)
  head.write('ustar\x0000', 257, 'latin1')
  head.write(prefix, 345)
  const sum = head.reduce((total, byte) => total + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

/**
 * Splits a path over 100 bytes at a slash.
 * @throws Error if it is too long for that
 */
function divided(name: string): { prefix: string; rest: string } {
  if (Buffer.byteLength(name) <= 100) return { prefix: '', rest: name }
  for (let at = name.indexOf('/'); at >= 0; at = name.indexOf('/', at + 1)) {
    const [prefix, rest] = [name.slice(0, at), name.slice(at + 1)]
    if (Buffer.byteLength(rest) <= 100 && Buffer.byteLength(prefix) <= 155) return { prefix, rest }
  }
  throw new Error(`${name} is too long for a tar`)
}
