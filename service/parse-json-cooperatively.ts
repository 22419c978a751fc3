import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Input that is not valid JSON or exceeds the accepted nesting. */
export class JsonRefused extends Error {
  override name = 'JsonRefused'
  readonly fault: 'syntax' | 'deep' | 'half'

  /** @param fault `half`: an unpaired surrogate, which is not valid Unicode text (RFC 8259, section 8.2) */
  constructor(fault: 'syntax' | 'deep' | 'half') {
    super(`no JSON that is taken: ${fault}`)
    this.fault = fault
  }
}

export interface ParseLimits {
  /** Maximum nesting of arrays and objects. */
  levels: number
  /** Bytes parsed before the event loop gets a turn. */
  sliceBytes?: number
}

/**
 * Returns the value that `JSON.parse` returns for these UTF-8 bytes. It yields to the event loop every few
 * milliseconds, so that documents of several megabytes do not block other requests.
 * @throws JsonRefused
 */
export async function parseJsonCooperatively(
  bytes: Buffer,
  { levels, sliceBytes = 64 * 1024 }: ParseLimits,
): Promise<unknown> {
  const large = await findLarge(bytes, levels, sliceBytes)
  const takeTurn = turnsOf(sliceBytes)

  async function read(from: number, to: number): Promise<unknown> {
    const begin = skipBlanks(bytes, from, to)
    const end = large.get(begin)
    if (end === undefined) return parsed(bytes.toString('utf8', from, to))
    if (skipBlanks(bytes, end, to) !== to) throw new JsonRefused('syntax')
    return bytes[begin] === openArray ? readArray(begin + 1, end - 1) : readObject(begin + 1, end - 1)
  }

  async function readArray(from: number, to: number): Promise<unknown[]> {
    const values: unknown[] = []
    for (const run of runsOf(bytes, large, sliceBytes, from, to)) {
      await takeTurn(run.to - run.from)
      if (run.largeAt === undefined)
        for (const value of notEmpty(small(run, '[', ']') as unknown[], run)) values.push(value)
      else if (skipBlanks(bytes, run.from, run.largeAt) !== run.largeAt) throw new JsonRefused('syntax')
      else values.push(await read(run.largeAt, run.to))
    }
    return values
  }

  async function readObject(from: number, to: number): Promise<Record<string, unknown>> {
    const entries: [string, unknown][] = []
    for (const run of runsOf(bytes, large, sliceBytes, from, to)) {
      await takeTurn(run.to - run.from)
      const isLarge = run.largeAt !== undefined
      // only a name and its colon form valid JSON with this suffix
      const members = Object.entries(small(run, '{', isLarge ? 'null}' : '}') as object)
      for (const [name, value] of notEmpty(members, run)) {
        entries.push([name, isLarge ? await read(run.largeAt!, run.to) : value])
      }
    }
    return Object.fromEntries(entries)
  }

  function small({ from, to, largeAt = to }: Run, open: string, close: string): unknown {
    return parsed(open + bytes.toString('utf8', from, largeAt) + close)
  }

  return read(bytes.subarray(0, 3).equals(byteOrderMark) ? 3 : 0, bytes.length)
}

/** Consecutive members of an array or object: as many small ones as one slice contains, or one large one. */
interface Run {
  from: number
  to: number
  /** Start of the large member; its name precedes it. */
  largeAt?: number
  /** Whether these are all members of their container. */
  isAll: boolean
}

/** Returns the end of each array and object that is too large for one slice, by its start. */
async function findLarge(bytes: Buffer, levels: number, sliceBytes: number): Promise<Map<number, number>> {
  const large = new Map<number, number>()
  const open: number[] = []
  const takeTurn = turnsOf(scanBytes)
  let isInString = false
  for (let at = 0, turnAt = 0; at < bytes.length; at++) {
    if (at >= turnAt) {
      await takeTurn(scanBytes)
      turnAt = at + scanBytes
    }
    const byte = bytes[at]
    if (byte === quote) isInString = !isInString
    else if (isInString) at += byte === backslash ? 1 : 0
    else if (byte === openArray || byte === openObject) {
      if (open.push(at) > levels) throw new JsonRefused('deep')
    } else if (byte === closeArray || byte === closeObject) {
      const begin = open.pop()
      if (begin === undefined || byte !== (bytes[begin] === openArray ? closeArray : closeObject)) {
        throw new JsonRefused('syntax')
      }
      if (at + 1 - begin > sliceBytes) large.set(begin, at + 1)
    }
  }
  if (open.length > 0 || isInString) throw new JsonRefused('syntax')
  return large
}

/** Bytes scanned before the event loop gets a turn. */
const scanBytes = 1024 * 1024

/** Yields the members of a large array or object, in order. */
function* runsOf(
  bytes: Buffer,
  large: ReadonlyMap<number, number>,
  sliceBytes: number,
  from: number,
  to: number,
): Generator<Run> {
  let begin = from
  let comma: number | undefined
  let level = 0
  let isInString = false
  for (let at = from; at < to; at++) {
    const byte = bytes[at]
    if (byte === quote) isInString = !isInString
    else if (isInString) at += byte === backslash ? 1 : 0
    else if (byte === openArray || byte === openObject) {
      const end = level === 0 ? large.get(at) : undefined
      if (end === undefined) level++
      else {
        if (comma !== undefined) {
          yield { from: begin, to: comma, isAll: false }
          begin = comma + 1
        }
        yield { from: begin, to: end, largeAt: at, isAll: false }
        const next = skipBlanks(bytes, end, to)
        if (next === to) return
        if (bytes[next] !== commaByte) throw new JsonRefused('syntax')
        at = next
        begin = next + 1
        comma = undefined
      }
    } else if (byte === closeArray || byte === closeObject) level--
    else if (byte === commaByte && level === 0) {
      comma = at
      if (at - begin < sliceBytes) continue
      yield { from: begin, to: at, isAll: false }
      begin = at + 1
      comma = undefined
    }
  }
  yield { from: begin, to, isAll: begin === from }
}

/** Rejects an empty member between two commas. */
function notEmpty<T>(members: T[], { isAll }: Run): T[] {
  if (members.length === 0 && !isAll) throw new JsonRefused('syntax')
  return members
}

function parsed(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new JsonRefused('syntax')
  }
  if (halfEscape.test(text) && !isText(value)) throw new JsonRefused('half')
  return value
}

/** UTF-8 text without such an escape contains no unpaired surrogate. */
const halfEscape = /\\u[dD][89a-fA-F]/

function isText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isText(inner))
}

/**
 * Returns a function to call with a number of bytes before processing them. It yields to the event loop after every
 * `sliceBytes`.
 */
function turnsOf(sliceBytes: number): (bytes: number) => Promise<void> {
  let worked = 0
  return async (bytes) => {
    worked += bytes
    if (worked < sliceBytes) return
    worked = 0
    await yieldToEventLoop()
  }
}

function skipBlanks(bytes: Buffer, from: number, to: number): number {
  let at = from
  while (at < to && blanks.includes(bytes[at]!)) at++
  return at
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])
const blanks = [0x20, 0x09, 0x0a, 0x0d]
const quote = 0x22
const commaByte = 0x2c
const backslash = 0x5c
const openArray = 0x5b
const closeArray = 0x5d
const openObject = 0x7b
const closeObject = 0x7d
