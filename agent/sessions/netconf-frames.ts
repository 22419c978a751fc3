import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { describeSize } from '../../shared/redact/describe-size.ts'
import { DeviceFailure } from '../device-failure.ts'

/** The messages of a NETCONF session, cut out of its bytes. */
export interface NetconfFrames {
  /** The next message, as its pieces come; it has to be read to its end before the next one. */
  message(step: StepMessage): AsyncGenerator<Buffer>
  /** A message as it is sent: nothing follows its end mark, because the next byte belongs to the next message. */
  framed(message: string): string
  /** From the next message on chunks (RFC 6242 §4.2) in place of end marks (§4.3): when both sides said base:1.1. */
  useChunks(): void
}

const endMark = ']]>]]>'

/** A chunk's head is no longer: RFC 6242 §4.2 ends sizes at 4294967295. */
const headLength = 16

/**
 * Cuts a session into messages, wherever the network cut its bytes. Sizes are of bytes; a chunk may end inside a character.
 * @param pull the next bytes; it throws when there are none
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

  /** The size of the next chunk; 0 at the end of the message. */
  async function head(step: StepMessage): Promise<number> {
    for (;;) {
      const said = rest.subarray(0, headLength + endMark.length).toString('latin1')
      const found = /^\s*#(?:([1-9]\d{0,9})|#)\n/.exec(said) // recorded sessions lack a line feed in front of some
      if (found) {
        rest = rest.subarray(found[0].length)
        return Number(found[1] ?? 0)
      }
      if (!/^\s*(?:#(?:#|\d{0,10})?)?$/.test(said) || said.length > headLength) {
        throw new DeviceFailure('protocol_error', {
          step,
          expected: message('expected_netconf_chunk'),
          seen: describeSize(said),
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
