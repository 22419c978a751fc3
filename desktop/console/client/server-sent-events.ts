import { type EventSourceMessage, createParser } from 'eventsource-parser'

/** The longest event, in characters: a stream that exceeds it ends with an error. */
const maxEventLength = 1024 * 1024

/**
 * Reads a stream of server-sent events until it ends.
 * @param onBytes called for everything that arrives, comments included
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes?: () => void,
): AsyncGenerator<EventSourceMessage> {
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
