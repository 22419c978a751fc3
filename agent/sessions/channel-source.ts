import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { ExecChannel } from './session.ts'

/** Reads the output of a command in lengths that a protocol defines. */
export interface ChannelSource {
  /** Returns the next byte, or undefined at the end. */
  byte(): Promise<number | undefined>
  /** Returns the available bytes, at most `most`; undefined at the end. */
  some(most: number): Promise<Buffer | undefined>
  /** The start of what has arrived on stderr. */
  complaint(): string
}

/**
 * Reads the output of a command. Silence longer than `idleMs` milliseconds closes the channel.
 * @throws DeviceFailure prompt_timeout, connection_lost
 */
export function createChannelSource(channel: ExecChannel, step: StepMessage, idleMs: number): ChannelSource {
  const pieces = channel[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  let complaint = ''
  void (async () => {
    for await (const piece of channel.stderr) complaint = (complaint + piece.toString()).slice(0, complaintLength)
  })().catch(() => undefined) // the reader of stdout reports a lost connection

  async function next(): Promise<Buffer | undefined> {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, reject) => {
      const silent = () =>
        new DeviceFailure('prompt_timeout', { step, expected: message('expected_more_bytes'), seen: '' })
      timer = setTimeout(() => {
        reject(silent())
        channel.destroy()
      }, idleMs)
    })
    try {
      const piece = await Promise.race([pieces.next(), silence])
      return piece.done ? undefined : piece.value
    } finally {
      clearTimeout(timer)
    }
  }

  async function some(most: number): Promise<Buffer | undefined> {
    while (held.length === 0) {
      const piece = await next()
      if (!piece) return undefined
      held = piece
    }
    const taken = held.subarray(0, most)
    held = held.subarray(taken.length)
    return taken
  }

  return { some, byte: async () => (await some(1))?.[0], complaint: () => complaint }
}

/** Longer error output is cut. */
const complaintLength = 2_000
