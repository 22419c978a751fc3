import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { describeSize } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'

/** Reads and writes the framing of a NETCONF session. */
export interface NetconfFrames {
  /** Yields the next message as it arrives. It must be read to its end before the next one. */
  message(step: StepMessage): AsyncGenerator<Buffer>
  /**
   * Returns a message in its frame. Nothing follows the end mark, because the next byte belongs to the next message.
   */
  framed(message: string): string
  /**
   * Uses chunked framing (RFC 6242 §4.2) instead of end marks (§4.3) from the next message on. Called if both sides
   * announced base:1.1.
   */
  useChunks(): void
}

const endMark = ']]>]]>'

/** Maximum length of a chunk header: RFC 6242 §4.2 limits sizes to 4294967295. */
const headLength = 16

/**
 * Divides a session into messages, independently of packet boundaries. Sizes are in bytes; a chunk may end within a
 * character.
 * @param pull returns the next bytes; throws at the end
 */
export function createNetconfFrames(pull: (step: StepMessage) => Promise<Buffer>): NetconfFrames {
  let rest: Buffer = Buffer.alloc(0)
  let isChunked = false

  async function* untilMark(step: StepMessage): AsyncGenerator<Buffer> {
    for (;;) {
      const at = rest.indexOf(endMark)
      const sure = at >= 0 ? at : Math.max(0, rest.length - endMark.length + 1)
      const piece = rest.subarray(0, sure)
      rest = rest.subarray(at >= 0 ? at + endMark.length : sure)
      if (piece.length > 0) yield piece
      if (at >= 0) return
      rest = Buffer.concat([rest, await pull(step)])
    }
  }

  async function* chunks(step: StepMessage): AsyncGenerator<Buffer> {
    for (let left = await head(step); left > 0; left = await head(step)) {
      while (left > 0) {
        if (rest.length === 0) rest = await pull(step)
        const piece = rest.subarray(0, left)
        rest = rest.subarray(piece.length)
        left -= piece.length
        yield piece
      }
    }
  }

  /** Returns the size of the next chunk; 0 at the end of the message. */
  async function head(step: StepMessage): Promise<number> {
    for (;;) {
      const head = rest.subarray(0, headLength + endMark.length).toString('latin1')
      const found = /^\s*#(?:([1-9]\d{0,9})|#)\n/.exec(head) // some recorded sessions lack the line feed before it
      if (found) {
        rest = rest.subarray(found[0].length)
        return Number(found[1] ?? 0)
      }
      if (!/^\s*(?:#(?:#|\d{0,10})?)?$/.test(head) || head.length > headLength) {
        throw new DeviceFailure('protocol_error', {
          step,
          expected: message('expected_netconf_chunk'),
          seen: describeSize(head),
        })
      }
      rest = Buffer.concat([rest, await pull(step)])
    }
  }

  return {
    message: (step) => (isChunked ? chunks(step) : untilMark(step)),
    framed: (message) => (isChunked ? `\n#${Buffer.byteLength(message)}\n${message}\n##\n` : `${message}${endMark}`),
    useChunks: () => void (isChunked = true),
  }
}
