import { Readable } from 'node:stream'
import type { ExecChannel, Session } from '../../agent/sessions/session.ts'
import { emptySession } from './netconf-server.ts'

/** Messages of a sending rsync server, to be combined freely, for example to a malicious one. */

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value | 0)
  return bytes
}

/** Encodes a number as `read_varint` expects it, for 0 to 2^31-1. */
export function varint(value: number): Buffer {
  return packed(int32(value), 1)
}

/** Encodes a number as `read_varlong` expects it. */
export function varlong(value: number | bigint, least: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(value))
  return packed(bytes, least)
}

/** The high byte comes first; its leading ones give the number of bytes beyond `least`. */
function packed(bytes: Buffer, least: number): Buffer {
  let count = bytes.length
  while (count > least && bytes[count - 1] === 0) count -= 1
  const high = bytes[count - 1] as number
  const extra = count - least
  if (high < 1 << (7 - extra))
    return Buffer.concat([Buffer.of(leadingOnes(extra) | high), bytes.subarray(0, count - 1)])
  return Buffer.concat([Buffer.of(leadingOnes(extra + 1)), bytes.subarray(0, count)])
}

function leadingOnes(count: number): number {
  return (0xff << (8 - count)) & 0xff
}

export function frame(payload: Buffer, tag = 0): Buffer {
  return Buffer.concat([int32(((7 + tag) << 24) | payload.length), payload])
}

/** The bytes before the first frame: protocol, compatibility flags, seed. */
export function greeting({ protocol = 32, compat = 0 } = {}): Buffer {
  return Buffer.concat([int32(protocol), varint(compat), int32(12345)])
}

interface SentEntry {
  name: string | Buffer
  mode?: number
  size?: number | bigint
  seconds?: number | bigint
  nanoseconds?: number
  target?: string | Buffer
  rdev?: [number, number]
  /** 0200: the entry is of a group of hard links, as its first or with the index of the first */
  link?: 'first' | number
  keptOfPrevious?: number
  flags?: number
}

/** Encodes an entry with all its fields, without reference to the previous one. */
export function entry(sent: SentEntry): Buffer {
  const name = Buffer.from(sent.name as string, 'latin1')
  const flags =
    (sent.flags ?? 0) |
    0x0004 |
    0x0040 |
    (sent.keptOfPrevious === undefined ? 0 : 0x0020) |
    (sent.nanoseconds === undefined ? 0 : 0x2000) |
    (sent.link === undefined ? 0 : sent.link === 'first' ? 0x1200 : 0x0200)
  const head = [
    Buffer.of(flags & 0xff, flags >> 8),
    sent.keptOfPrevious === undefined ? Buffer.alloc(0) : Buffer.of(sent.keptOfPrevious),
    varint(name.length),
    name,
  ]
  if (typeof sent.link === 'number') return Buffer.concat([...head, varint(sent.link)])
  const target = sent.target === undefined ? undefined : Buffer.from(sent.target as string, 'latin1')
  return Buffer.concat([
    ...head,
    varlong(sent.size ?? 0, 3),
    varlong(sent.seconds ?? 1_700_000_000, 4),
    sent.nanoseconds === undefined ? Buffer.alloc(0) : varint(sent.nanoseconds),
    int32(sent.mode ?? 0o100644),
    varint(0),
    varint(0),
    ...(sent.rdev ? sent.rdev.map(varint) : []),
    ...(target ? [varint(target.length), target] : []),
  ])
}

export const folder = (name: string): Buffer => entry({ name, mode: 0o040755 })

/** Ends a list: the mark, and no names of users and groups. */
export const listEnd = Buffer.of(0, 0, 0)

/** Encodes a reply to a request. `step` is the number of positions since the previous reply, one or two. */
export function reply(
  step: number,
  parts: { flags?: number; count?: number; tokens: Buffer[]; checksum: Buffer },
): Buffer {
  const flags = Buffer.alloc(2)
  flags.writeUInt16LE(parts.flags ?? 0x8000)
  const sumHead = Buffer.concat([int32(parts.count ?? 0), Buffer.alloc(12)])
  return Buffer.concat([Buffer.of(step), flags, sumHead, ...parts.tokens, parts.checksum])
}

export function literal(bytes: Buffer): Buffer {
  return Buffer.concat([int32(bytes.length), bytes])
}

/** How the remote rsync ends. */
export interface Ending {
  code?: number | null
  stderr?: string
  /** Whether the channel stays open at the end. */
  hangs?: boolean
}

/** Returns a session with a clean shell and an rsync with this output, whatever its command line. */
export function sessionWith(said: () => AsyncIterable<Buffer> | Iterable<Buffer>, ending: Ending = {}): Session {
  const clean: Record<string, string> = { true: '', 'printf OK': 'OK' }
  const exec = async (command: string) => {
    const words = clean[command]
    return words === undefined ? channelWith(said(), ending) : channelWith([Buffer.from(words)], {})
  }
  return { ...emptySession, exec }
}

function channelWith(said: AsyncIterable<Buffer> | Iterable<Buffer>, ending: Ending): ExecChannel {
  const { promise: destroyed, resolve: destroy } = Promise.withResolvers<void>()
  return {
    async *[Symbol.asyncIterator]() {
      yield* said
      if (ending.hangs) await destroyed
    },
    ...{ write: () => undefined, end: () => undefined, destroy },
    stderr: Readable.from([Buffer.from(ending.stderr ?? '')]),
    exit: Promise.resolve({ code: ending.code === undefined ? 0 : ending.code, signal: null }),
  }
}
