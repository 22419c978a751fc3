import { duplexPair, type Duplex } from 'node:stream'
import { openReplay } from '../../agent/sessions/replay.ts'
import type { Session } from '../../agent/sessions/session.ts'

/** A device's output over NETCONF, and its faults. */
export interface NetconfServed {
  /** Its hello, without an end mark. If both sides offer base:1.1, later messages are chunked. */
  identify: string
  /** Returns a complete reply to an operation; undefined: no reply. */
  reply: (operation: string, messageId: string) => string | undefined
  /** Sent before the hello: a banner. */
  banner?: string
  /** A message before the hello. */
  complaint?: string
  /** Bytes per chunk. */
  chunkBytes?: number
  /** By how many bytes each chunk is shorter than announced. */
  chunkLacks?: number
  /** Divides the output into packets. */
  split?: (said: Buffer) => Buffer[]
  /** What it does after this many bytes in total. */
  cut?: { bytes: number; then: 'hangs up' | 'falls silent' }
  /** Called for each operation. */
  seen?: (operation: string) => void
}

const endMark = ']]>]]>'

/** Serves one NETCONF session on a channel. */
export function serveNetconf(served: NetconfServed, stream: Duplex): void {
  const { split = (said: Buffer) => [said], chunkBytes = 4096, chunkLacks = 0 } = served
  let left = served.cut?.bytes ?? Number.POSITIVE_INFINITY
  let heard = ''
  let isChunked = false
  let hasGreeted = false

  function say(text: string): void {
    if (left <= 0) return
    const said = Buffer.from(text, 'latin1').subarray(0, left)
    left -= said.length
    for (const piece of split(said)) stream.write(piece)
    if (left > 0) return
    if (served.cut?.then === 'hangs up') stream.end()
  }

  function sayMessage(message: string): void {
    if (!isChunked) return say(`${message}\n${endMark}\n`)
    const chunks: string[] = []
    for (let from = 0; from < message.length; from += chunkBytes) {
      const chunk = message.slice(from, from + chunkBytes)
      chunks.push(`\n#${chunk.length + chunkLacks}\n${chunk}`)
    }
    say(`${chunks.join('')}\n##\n`)
  }

  function take(message: string): void {
    if (!hasGreeted) {
      hasGreeted = true
      isChunked = offersChunks(message) && offersChunks(served.identify)
      return
    }
    const [, messageId = '', operation = ''] = /message-id="([^"]*)">([\s\S]*)<\/rpc>/.exec(message) ?? []
    served.seen?.(operation)
    if (operation === '<close-session/>') {
      sayMessage(`<rpc-reply message-id="${messageId}"><ok/></rpc-reply>`)
      return void stream.end()
    }
    const reply = served.reply(operation, messageId)
    if (reply !== undefined) sayMessage(reply)
  }

  function* messages(): Generator<string> {
    for (;;) {
      const whole = isChunked ? /^\s*((?:\n#\d+\n[\s\S]*?)+)\n##\n/.exec(heard) : /^([\s\S]*?)\]\]>\]\]>/.exec(heard)
      if (!whole) return
      heard = heard.slice(whole[0].length)
      yield (whole[1] ?? '').replace(/^\n#\d+\n/, '')
    }
  }

  say(served.banner ?? '')
  if (served.complaint !== undefined) sayMessage(served.complaint)
  sayMessage(served.identify)
  stream.on('data', (data: Buffer) => {
    heard += data.toString('latin1')
    for (const message of messages()) take(message)
  })
}

/** A session whose subsystem `netconf` answers this way, without a network. */
export function netconfSession(served: NetconfServed): Session {
  const [near, far] = duplexPair()
  return {
    ...emptySession,
    subsystem() {
      serveNetconf(served, far)
      return Promise.resolve({
        [Symbol.asyncIterator]: () => near[Symbol.asyncIterator]() as AsyncIterator<Buffer>,
        write: (data) => void near.write(data),
        end: () => void near.end(),
        destroy: () => void near.destroy(),
      })
    },
    close() {
      near.destroy()
      far.destroy()
      return Promise.resolve()
    },
  }
}

/** A device without a shell, commands and subsystems. */
export const emptySession: Session = openReplay({ greeting: Buffer.alloc(0), exchanges: [] })

function offersChunks(identify: string): boolean {
  return identify.includes('urn:ietf:params:netconf:base:1.1')
}
