import { message } from '../../shared/messages/message.ts'
import { isEndMark } from '../collect/end-mark.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { Channel, ExecChannel, Session, SessionFacts } from './session.ts'

/** What a device once said, as bytes. */
export interface Recording {
  /** From the opened shell to the first prompt; empty for sessions recorded command by command. */
  greeting: Buffer
  /** `sent` without its line end; single key presses (a blank for the pager) as they are. */
  exchanges: readonly { sent: string; said: Buffer }[]
}

export interface ReplayOptions {
  /** How the bytes of an answer arrive; whole when not given. */
  split?: (said: Buffer) => Buffer[]
  /** Told of each line or key that came. */
  onSent?: (sent: string) => void
  /** What a device says to a command that was not recorded. */
  refusal?: string
}

/**
 * A session that speaks from a recording. Any order and any number of times; a bare newline and an end mark show the
 * prompt again; an empty answer hangs up, as the recording did.
 */
export function openReplay(recording: Recording, options: ReplayOptions = {}): Session {
  const open: Channel[] = []
  const keep = <T extends Channel>(channel: T) => {
    open.push(channel)
    return channel
  }
  return {
    facts,
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

/** The shell of a recording as a channel, for whoever serves it over another wire. */
export function replayShell(recording: Recording, options: ReplayOptions): Channel {
  const { split = (said) => [said], refusal = "% Invalid input detected at '^' marker." } = options
  const queue = byteQueue()
  const say = (said: Buffer) => split(said).forEach(queue.push)
  let typed = ''
  let prompt = lastLine(recording.greeting)

  function answer(sent: string) {
    if (isEndMark(sent)) return say(Buffer.from(`${sent}\r\n${prompt}`, 'latin1'))
    options.onSent?.(sent)
    const exchange = recording.exchanges.find((candidate) => candidate.sent === sent)
    if (exchange?.said.length === 0) return queue.end()
    if (!exchange)
      return say(Buffer.from(sent === '' ? `\r\n${prompt}` : `${sent}\r\n${refusal}\r\n\r\n${prompt}`, 'latin1'))
    prompt = lastLine(exchange.said)
    say(exchange.said)
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
  const { split = (said) => [said], refusal = '' } = options
  const queue = byteQueue()
  options.onSent?.(command)
  const exchange = recording.exchanges.find(({ sent }) => sent === command)
  split(exchange?.said ?? Buffer.from(refusal)).forEach(queue.push)
  queue.end()
  const silent = byteQueue()
  silent.end()
  return {
    [Symbol.asyncIterator]: queue.read,
    write: () => undefined,
    end: () => undefined,
    destroy: queue.end,
    stderr: { [Symbol.asyncIterator]: silent.read },
    exit: Promise.resolve({ code: 0, signal: null }), // devices answer refusals with status 0 too
  }
}

const facts: SessionFacts = {
  software: 'replay',
  keyExchange: 'none',
  hostKeyAlgorithm: 'none',
  cipher: 'none',
  mac: 'none',
  legacyAlgorithms: [],
  banner: '',
}

function lastLine(said: Buffer): string {
  return /[^\r\n]*$/.exec(said.toString('latin1'))?.[0] ?? ''
}

/** Bytes put in on one side and pulled out on the other. */
function byteQueue() {
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
