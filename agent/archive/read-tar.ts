import { ArchiveDamaged, MembersUnreadable } from './archive-fault.ts'
import { createByteQueue, type ByteQueue } from './byte-queue.ts'
import { attributesIn, readHeader, type Attributes, type TarHeader } from './tar-header.ts'

/** A member as its header describes it. Names are bytes, exactly as stored and not validated. */
export interface TarMember {
  name: Buffer
  type: 'file' | 'directory' | 'symlink' | 'hard-link' | 'fifo' | 'char' | 'block'
  mode: number
  uid: number
  gid: number
  user: string
  group: string
  size: number
  mtime: { seconds: number; nanoseconds: number }
  /** Of a symlink its target, of a hard link the name of an earlier member. */
  target: Buffer
  rdev: { major: number; minor: number }
  /** The content. Content that is not read is skipped. */
  content: AsyncIterable<Buffer>
}

/**
 * Yields members in archive order (POSIX.1-2001 pax, ustar, and GNU's long names and numbers).
 * @throws MembersUnreadable `unknown_format` for an unsupported type of member
 * @throws ArchiveDamaged for data that is not a tar, is truncated or has a wrong header checksum
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarMember> {
  const queue = createByteQueue(source)
  const shared: Attributes = new Map()
  let own: Attributes = new Map()
  let isFirst = true
  for (;;) {
    const block = await queue.take(blockBytes)
    if (block === 'cut') throw new ArchiveDamaged('it ends inside a header')
    // Most writers end with two zero blocks. Some omit them; the checksum of the compression then detects truncation.
    if (!block || block.every((byte) => byte === 0)) {
      if (isFirst && !block) throw new ArchiveDamaged('there is nothing in it')
      return drain(queue)
    }
    const header = readHeader(block)
    if (!header) throw new ArchiveDamaged('a header’s checksum is wrong')
    isFirst = false
    if (metaTypes.has(header.flag)) {
      const attributes = attributesIn(header, await readMeta(queue, header))
      for (const [name, value] of attributes) (header.flag === 'g' ? shared : own).set(name, value)
      continue
    }
    const member = memberOf(header, new Map([...shared, ...own]))
    own = new Map()
    const left = { bytes: hasContent(member.type) ? member.size : 0 }
    const padding = -left.bytes & (blockBytes - 1)
    yield { ...member, content: readBytes(queue, left) }
    const rest = readBytes(queue, left)
    while (!(await rest.next()).done) continue
    if (padding > 0) await takeExactly(queue, padding)
  }
}

const blockBytes = 512

/** Limit for an extended header: two names of the maximum length and further attributes. */
const metaBytes = 256 * 1024

/** Headers that describe following members: pax (local and global) and GNU's long names. */
const metaTypes = new Set(['x', 'g', 'L', 'K'])

const types: Record<string, TarMember['type']> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '1': 'hard-link',
  '2': 'symlink',
  '3': 'char',
  '4': 'block',
  '5': 'directory',
  '6': 'fifo',
}

function hasContent(type: TarMember['type']): boolean {
  return type === 'file'
}

function memberOf(header: TarHeader, attributes: Attributes): Omit<TarMember, 'content'> {
  const name = attributes.get('path') ?? header.name
  const slashed = name[name.length - 1] === slash
  const type = types[header.flag]
  if (!type) throw new MembersUnreadable('unknown_format', `a member of the kind ${JSON.stringify(header.flag)}`)
  return {
    ...header,
    name,
    type: type === 'file' && slashed ? 'directory' : type, // pre-POSIX tars mark folders by a trailing slash
    size: numberIn(attributes.get('size')) ?? header.size,
    uid: numberIn(attributes.get('uid')) ?? header.uid,
    gid: numberIn(attributes.get('gid')) ?? header.gid,
    user: attributes.get('uname')?.toString() ?? header.user,
    group: attributes.get('gname')?.toString() ?? header.group,
    mtime: timeIn(attributes.get('mtime')) ?? { seconds: header.mtime, nanoseconds: 0 },
    target: attributes.get('linkpath') ?? header.target,
    rdev: { major: header.major, minor: header.minor },
  }
}

const slash = 0x2f

function numberIn(value: Buffer | undefined): number | undefined {
  if (!value) return undefined
  const number = Number(value.toString('latin1'))
  if (!Number.isSafeInteger(number) || number < 0) throw new ArchiveDamaged('a number in an extended header is none')
  return number
}

/** Parses decimal seconds with an optional fraction. */
function timeIn(value: Buffer | undefined): TarMember['mtime'] | undefined {
  const [, whole, fraction = ''] = value?.toString('latin1').match(/^(-?\d{1,15})(?:\.(\d*))?$/) ?? []
  if (whole === undefined) return undefined
  const nanoseconds = Number(fraction.slice(0, 9).padEnd(9, '0'))
  if (!whole.startsWith('-') || nanoseconds === 0) return { seconds: Number(whole), nanoseconds }
  return { seconds: Number(whole) - 1, nanoseconds: 1e9 - nanoseconds }
}

async function readMeta(queue: ByteQueue, { size }: TarHeader): Promise<Buffer> {
  if (size > metaBytes) throw new MembersUnreadable('too_large', `an extended header of ${size} bytes`)
  const bytes = Buffer.from(await takeExactly(queue, size))
  await takeExactly(queue, -size & (blockBytes - 1))
  return bytes
}

async function* readBytes(queue: ByteQueue, left: { bytes: number }): AsyncGenerator<Buffer> {
  while (left.bytes > 0) {
    const piece = await queue.some(left.bytes)
    if (!piece) throw new ArchiveDamaged('it ends inside a member')
    left.bytes -= piece.length
    yield piece
  }
}

async function takeExactly(queue: ByteQueue, length: number): Promise<Buffer> {
  if (length === 0) return Buffer.alloc(0)
  const bytes = await queue.take(length)
  if (!bytes || bytes === 'cut') throw new ArchiveDamaged('it ends inside a member')
  return bytes
}

/** Reads to the end, so that the checksum of the compression is verified. */
async function drain(queue: ByteQueue): Promise<void> {
  while (await queue.some(Number.MAX_SAFE_INTEGER)) continue
}
