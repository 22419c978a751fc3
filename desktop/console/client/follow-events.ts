import { type EventSourceMessage, createParser } from 'eventsource-parser'
import type { components } from '../../../shared/contract/api-types.ts'

/** The longest event, in characters: a stream that exceeds it ends with an error. */
const maxEventLength = 1024 * 1024

export type LiveEvent = components['schemas']['Event']

/** `open` is being told; `cut` will try again by itself. */
export type StreamState = 'connecting' | 'open' | 'cut'

export interface Following {
  /** Asks for the stream; with the last id that was seen, for what came behind it. */
  ask(lastId: string | null, signal: AbortSignal): Promise<Response>
  /** Null: something may have been missed, read the state anew. */
  tell(event: LiveEvent | null): void
  changed(state: StreamState): void
  /** @param attempt how many attempts in a row have brought nothing */
  wait(attempt: number, signal: AbortSignal): Promise<void>
  /** Begins to listen to a stream; `cut` is called once when it says nothing for too long. */
  listen(cut: () => void): Listening
  signal: AbortSignal
}

export interface Listening {
  /** Something came, were it only the service's beat. */
  heard: () => void
  end: () => void
}

/** Three beats of the service: a connection that was lost on the way says nothing, and is open for hours. */
export const longestSilenceMs = 45_000

/** Follows what happens until `signal` ends it, over as many streams as it takes. */
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
        if (lastId === null && !isFirst) tell(null) // nothing says where to go on: this stream begins now
        for await (const { id, event, data } of readEvents(answer.body, listening.heard)) {
          lastId = id || lastId
          if (event === 'reset') tell(null)
          else tell(JSON.parse(data) as LiveEvent)
        }
      }
    } catch {
      // silence of the service or the end of the window: the loop knows which
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

/** Twice as long each time, up to a minute, never all windows at once. */
export function backOff(attempt: number, random: () => number = Math.random): number {
  return Math.min(longestMs, firstMs * 2 ** (attempt - 1)) * (0.5 + random() / 2)
}

/**
 * Reads a stream of server-sent events until it ends.
 * @param onBytes called for everything that arrives, comments included
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
