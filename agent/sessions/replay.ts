import { message } from '../../shared/messages/message.ts'
import { isEndMark } from '../collect/cli/end-mark.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { Channel, ExecChannel, Session, SessionFacts } from './session.ts'

/** The recorded output of a device, as bytes. */
export interface Recording {
  /** From the opened shell to the first prompt; empty for sessions recorded by command. */
  greeting: Buffer
  /** `sent` without its line end; single key presses (a blank for the pager) unchanged. */
  exchanges: readonly { sent: string; received: Buffer }[]
}

export interface ReplayOptions {
  /** Divides an answer into packets; default: one packet. */
  split?: (output: Buffer) => Buffer[]
  /** Called for each received line or key. */
  onSent?: (sent: string) => void
  /** The reply to a command without a recording. */
  refusal?: string
}

/**
 * Returns a session that replays a recording, for any sequence of commands. A bare newline and an end mark show the
 * prompt again; an empty recorded answer closes the connection. A key is answered by what was recorded next for it.
 */
export function openReplay(recording: Recording, options: ReplayOptions = {}): Session {
  const open: Channel[] = []
  const keep = <T extends Channel>(channel: T) => {
    open.push(channel)
    return channel
  }
  return {
    facts: replayFacts,
    shell: () => Promise.resolve(keep(replayShell(recording, options))),
    exec: (command) => Promise.resolve(keep(replayExec(recording, options, command))),
    subsystem: (name) =>
      Promise.reject(
        new DeviceFailure('connection_lost', {
          step: message('step_opening_channel', { channel: 'subsystem', name }),
          seen: 'none',
        }),
      ),
    close() {
      for (const channel of open) channel.destroy()
      return Promise.resolve()
    },
  }
}

/** Returns the shell of a recording as a channel, to be served over another connection. */
export function replayShell(recording: Recording, options: ReplayOptions): Channel {
  const { split = (output) => [output], refusal = "% Invalid input detected at '^' marker." } = options
  const queue = byteQueue()
  const say = (output: Buffer) => split(output).forEach(queue.push)
  let typed = ''
  let prompt = lastLine(recording.greeting)
  let answered = 0

  function answer(sent: string) {
    if (isEndMark(sent)) return say(Buffer.from(`${sent}\r\n${prompt}`, 'latin1'))
    options.onSent?.(sent)
    const isIt = (candidate: { sent: string }) => candidate.sent === sent
    const next = sent.length === 1 ? recording.exchanges.slice(answered).find(isIt) : undefined
    const exchange = next ?? recording.exchanges.find(isIt)
    if (exchange) answered = recording.exchanges.indexOf(exchange) + 1
    if (exchange?.received.length === 0) return queue.end()
    if (!exchange)
      return say(Buffer.from(sent === '' ? `\r\n${prompt}` : `${sent}\r\n${refusal}\r\n\r\n${prompt}`, 'latin1'))
    prompt = lastLine(exchange.received)
    say(exchange.received)
  }

  say(recording.greeting)
  return {
    [Symbol.asyncIterator]: queue.read,
    write(data) {
      typed += Buffer.from(data).toString('latin1')
      const key = recording.exchanges.find(({ sent }) => sent.length === 1 && sent === typed)
      if (key) {
        typed = ''
        return answer(key.sent)
      }
      for (let line = /^([^\r\n]*)(?:\r\n|\r|\n)/.exec(typed); line; line = /^([^\r\n]*)(?:\r\n|\r|\n)/.exec(typed)) {
        typed = typed.slice(line[0].length)
        answer(line[1] ?? '')
      }
    },
    end: queue.end,
    destroy: queue.end,
  }
}

function replayExec(recording: Recording, options: ReplayOptions, command: string): ExecChannel {
  const { split = (output) => [output], refusal = '' } = options
  const queue = byteQueue()
  options.onSent?.(command)
  const exchange = recording.exchanges.find(({ sent }) => sent === command)
  split(exchange?.received ?? Buffer.from(refusal)).forEach(queue.push)
  queue.end()
  const silent = byteQueue()
  silent.end()
  return {
    [Symbol.asyncIterator]: queue.read,
    write: () => undefined,
    end: () => undefined,
    destroy: queue.end,
    stderr: { [Symbol.asyncIterator]: silent.read },
    exit: Promise.resolve({ code: 0, signal: null }), // devices also end refused commands with status 0
  }
}

/** Facts of a session without a connection. */
export const replayFacts: SessionFacts = {
  software: 'replay',
  keyExchange: 'none',
  hostKeyAlgorithm: 'none',
  cipher: 'none',
  mac: 'none',
  legacyAlgorithms: [],
  banner: '',
}

function lastLine(output: Buffer): string {
  return /[^\r\n]*$/.exec(output.toString('latin1'))?.[0] ?? ''
}

/** Returns a queue of bytes, which one reader reads. */
export function byteQueue() {
  let waiting: Buffer[] = []
  let ended = false
  let wake = () => undefined as void
  return {
    push(data: Buffer) {
      if (!ended && data.length > 0) waiting.push(data)
      wake()
    },
    end() {
      ended = true
      wake()
    },
    async *read(): AsyncGenerator<Buffer> {
      for (;;) {
        const now = waiting
        waiting = []
        yield* now
        if (waiting.length > 0) continue
        if (ended) return
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
