import { type EventSourceMessage, createParser } from 'eventsource-parser'
import type { components } from '../../../shared/contract/api-types.ts'

/** Maximum length of an event in characters. A longer one ends the stream with an error. */
const maxEventLength = 1024 * 1024

export type LiveEvent = components['schemas']['Event']

/** `open` delivers events; `cut` reconnects automatically. */
export type StreamState = 'connecting' | 'open' | 'cut'

export interface Following {
  /** Requests the stream, after the given event id if there is one. */
  ask(lastId: string | null, signal: AbortSignal): Promise<Response>
  /** Null: events may have been missed, read the state again. */
  tell(event: LiveEvent | null): void
  changed(state: StreamState): void
  /** @param attempt number of consecutive attempts without data */
  wait(attempt: number, signal: AbortSignal): Promise<void>
  /** Watches a stream; calls `cut` once if it is silent for too long. */
  listen(cut: () => void): Listening
  signal: AbortSignal
}

export interface Listening {
  /** Data arrived, possibly only a heartbeat. */
  heard: () => void
  end: () => void
}

/** Three heartbeats of the service: a connection lost on the way is silent and otherwise stays open for hours. */
export const longestSilenceMs = 45_000

/** Follows events until `signal` aborts, over as many streams as needed. */
export async function followEvents({ ask, tell, changed, wait, listen, signal }: Following): Promise<void> {
  let lastId: string | null = null
  let attempt = 0
  let isFirst = true
  while (!signal.aborted) {
    changed(attempt === 0 ? 'connecting' : 'cut')
    const silent = new AbortController()
    let listening: Listening | undefined
    try {
      const answer = await ask(lastId, AbortSignal.any([signal, silent.signal]))
      if (answer.ok && answer.body) {
        changed('open')
        attempt = 0
        listening = listen(() => silent.abort())
        if (lastId === null && !isFirst) tell(null) // no event id to continue from: this stream starts now
        for await (const { id, event, data } of readEvents(answer.body, listening.heard)) {
          lastId = id || lastId
          if (event === 'reset') tell(null)
          else tell(JSON.parse(data) as LiveEvent)
        }
      }
    } catch {
      // the service is silent or the window is closing: the loop distinguishes them
    } finally {
      listening?.end()
    }
    isFirst = false
    if (signal.aborted) return
    attempt += 1
    changed('cut')
    await wait(attempt, signal)
  }
}

const firstMs = 1_000
const longestMs = 60_000

/**
 * Returns the delay before the next attempt in milliseconds: it doubles up to a minute, with jitter so that windows do
 * not reconnect together.
 */
export function backOff(attempt: number, random: () => number = Math.random): number {
  return Math.min(longestMs, firstMs * 2 ** (attempt - 1)) * (0.5 + random() / 2)
}

/**
 * Parses a stream of server-sent events until it ends.
 * @param onBytes called for all data, comments included
 */
async function* readEvents(body: ReadableStream<Uint8Array>, onBytes?: () => void): AsyncGenerator<EventSourceMessage> {
  const events: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => events.push(event), maxBufferSize: maxEventLength })
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onBytes?.()
      parser.feed(part.value)
      yield* events.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
