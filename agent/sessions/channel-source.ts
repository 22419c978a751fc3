import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { ExecChannel } from './session.ts'

/** The bytes of a command, taken in the lengths that a protocol has. */
export interface ChannelSource {
  /** The next byte, or undefined at the end. */
  byte(): Promise<number | undefined>
  /** What is at hand, at most so many bytes; undefined at the end. */
  some(most: number): Promise<Buffer | undefined>
  /** What it said on the channel for errors so far; its beginning. */
  complaint(): string
}

/**
 * Silence for longer than `idleMs` ends the channel.
 * @throws DeviceFailure prompt_timeout, connection_lost
 */
export function createChannelSource(channel: ExecChannel, step: StepMessage, idleMs: number): ChannelSource {
  const pieces = channel[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  let complaint = ''
  void (async () => {
    for await (const piece of channel.stderr) complaint = (complaint + piece.toString()).slice(0, complaintLength)
  })().catch(() => undefined) // the reading of the file tells of a lost connection

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

/** Longer complaints are cut. */
const complaintLength = 2_000
