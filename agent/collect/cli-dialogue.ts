import type { ExpectationMessage, StepMessage } from '../../shared/messages/failure.ts'
import { knownWords } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { Channel } from '../sessions/session.ts'
import { erasableLines, plainLine, plainLines, rendered } from './terminal-text.ts'

/** The bytes of one shell, and the waiting for them. Knows nothing of prompts or commands. */
export interface Dialogue {
  /** Forgets what has come so far and sends. */
  send(text: string): void
  /** Sends, and goes on with what has come. */
  add(text: string): void
  /**
   * Reads until `judge` answers. It is asked first about what is there already, then after each piece that comes.
   * With `hear` each piece is handed on, as latin1, and not held: the device waits meanwhile, and no time passes.
   * @throws DeviceFailure prompt_timeout on silence, connection_lost when the channel ends, output_too_large
   */
  until<T>(
    judge: (received: Received) => T | undefined,
    wait: Wait,
    hear?: (piece: string) => Promise<void>,
  ): Promise<T>
  /** What comes within so many milliseconds, which is nothing where all was said. It is handed on as in `until`. */
  listen(ms: number, wait: Wait, hear: (piece: string) => Promise<void>): Promise<void>
  /** What has come since the last `send` and was held, as the bytes were. */
  received(): string
  /** The last lines that have come since, as a screen shows them. */
  lastLines(): readonly string[]
  /** Sends the last words and waits for the device to hang up, no longer than `graceMs`. Never rejects. */
  finish(text: string, graceMs: number): Promise<void>
  /** Ends the channel at once, without a word. */
  close(): void
}

/** What has come since the last `send`. */
export interface Received {
  /** The last lines as a screen shows them, oldest first; the last one has no line end yet. */
  lines: readonly string[]
  /** The last of them with its backspaces still in it. */
  cursorLine: string
  /** Characters of that line as they came. */
  cursorLength: number
  /** All characters so far. */
  length: number
  /** The beginning, with line ends `\n`: enough to find an echo in. */
  head: string
}

export interface Wait {
  step: StepMessage
  expected: ExpectationMessage
  idleMs: number
  totalMs: number
  maxBytes: number
  /** Asked once, after half of the silence that is allowed: what it returns is sent, as a person would press a key. */
  nudge?: () => string | undefined
  /** A silence shorter than `idleMs` that is enough behind what has come; undefined: none is. */
  idleFor?: (received: Received) => number | undefined
  /** What a silence that was too long means, where more is known than that there was one. */
  failure?: (received: Received) => DeviceFailure | undefined
}

/** Enough of the end to hold a prompt, the line before it and a pager's mark. */
const tailLength = 4_096
const headLength = 4_096

export function openDialogue(channel: Channel, secrets: readonly string[]): Dialogue {
  const reader = channel[Symbol.asyncIterator]()
  let pieces: string[] = []
  let length = 0
  let head = ''
  let tail = ''
  let pending: Promise<IteratorResult<Buffer>> | undefined

  const fail = (code: 'prompt_timeout' | 'connection_lost' | 'output_too_large', wait: Wait, seen?: string) =>
    new DeviceFailure(code, { step: wait.step, expected: wait.expected, seen: seen ?? screenShape(tail) }, secrets)

  /** Undefined: nothing came in time. What comes later is not lost, the next pull has it. */
  async function pull(timeoutMs: number): Promise<IteratorResult<Buffer> | undefined> {
    pending ??= reader.next()
    pending.catch(() => undefined) // it may fail while nobody waits; whoever asks next is told
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), timeoutMs)))
    try {
      const result = await Promise.race([pending, late])
      if (result) pending = undefined
      return result
    } finally {
      clearTimeout(timer)
    }
  }

  function take(text: string) {
    if (length < headLength) head = (head + text).slice(0, headLength)
    length += text.length
    tail = (tail + text).slice(-tailLength)
  }

  return {
    send(text) {
      pieces = []
      length = 0
      head = ''
      tail = ''
      channel.write(text)
    },
    add: (text) => channel.write(text),
    async until(judge, wait, hear) {
      let startedAt = performance.now()
      let nudge = wait.nudge
      for (;;) {
        const received = { ...screen(tail), length, head: plainLines(head) }
        const decision = judge(received)
        if (decision !== undefined) return decision
        const late = () => wait.failure?.(received) ?? fail('prompt_timeout', wait)
        const left = startedAt + wait.totalMs - performance.now()
        if (left <= 0) throw late()
        const idleMs = Math.min(wait.idleFor?.(received) ?? Infinity, nudge ? wait.idleMs / 2 : wait.idleMs)
        const result = await pull(Math.min(left, idleMs))
        if (result?.done) throw fail('connection_lost', wait)
        if (result) {
          const text = result.value.toString('latin1')
          take(text)
          if (length > wait.maxBytes)
            throw fail('output_too_large', wait, `${length} bytes of at most ${wait.maxBytes}`)
          if (hear) startedAt += await timeOf(hear(text))
          else pieces.push(text)
        } else {
          if (!nudge) throw late()
          const words = nudge()
          if (words !== undefined) channel.write(words)
          nudge = undefined
        }
      }
    },
    async listen(ms, wait, hear) {
      const endAt = performance.now() + ms
      for (let left = ms; left > 0; left = endAt - performance.now()) {
        const result = await pull(left)
        if (result?.done) throw fail('connection_lost', wait)
        if (!result) return
        const text = result.value.toString('latin1')
        take(text)
        await hear(text)
      }
    },
    received: () => pieces.join(''),
    lastLines: () => screen(tail).lines,
    async finish(text, graceMs) {
      channel.write(text)
      const endAt = performance.now() + graceMs
      try {
        for (let left = graceMs; left > 0; left = endAt - performance.now()) {
          if ((await pull(left))?.done) return
        }
      } catch {
        return // the connection is gone, which is what was wanted
      }
    },
    close: () => channel.destroy(),
  }
}

/** How long it took, in milliseconds. */
async function timeOf(work: Promise<void>): Promise<number> {
  const since = performance.now()
  await work
  return performance.now() - since
}

/** How far a dialogue came: the question that it waits at, where that is one of all devices. */
function screenShape(tail: string): string {
  const last = rendered(plainLines(tail).split('\n').at(-1) ?? '').trim()
  return aPrompt.test(last) ? last : knownWords(plainLines(tail), questions)
}

const aPrompt = /^[\w.\-@/:()]{1,64} ?[>#$%]$/

/** Questions and notices of logins, at whatever place. */
const questions = [
  /^.{0,40}(?:username|login|password|passcode) ?: ?$/im,
  /press (?:return|any key|enter)/i,
  /(?:password|account) (?:has |is )?(?:expired|must be changed)/i,
  /permission denied|authentication failed|access denied|not (?:currently )?available|too many/i,
  /--more--|---\(more|\[(?:confirm|yes\/no|y\/n)\]|\(y\/n\)/i,
]

/**
 * A line end of which only the first half has come makes no last line: the cursor is at its beginning. A terminal shows
 * nothing for NUL, which some devices send to wake it.
 */
function screen(tail: string): Pick<Received, 'lines' | 'cursorLine' | 'cursorLength'> {
  const lines = erasableLines(tail.replaceAll('\0', '')).split('\n')
  const last = lines.pop() ?? ''
  const cursorLine = last.endsWith('\r') ? '' : last
  const cursorLength = tail.length - tail.lastIndexOf('\n') - 1
  return { lines: [...lines, cursorLine].map(rendered), cursorLine: plainLine(cursorLine), cursorLength }
}
