import { ReadableStream } from 'node:stream/web'
import { expect } from 'chai'
import { type StreamState, backOff, followEvents } from '../../../../desktop/console/client/follow-events.ts'

/** Streams that end after their texts, one for each request, before the window is closed. */
function streamsOf(...streams: (string[] | Error)[]) {
  const ending = new AbortController()
  const asked: (string | null)[] = []
  const received: (string | null)[] = []
  const states: StreamState[] = []
  const waits: number[] = []
  const following = {
    ask(lastId: string | null): Promise<Response> {
      asked.push(lastId)
      const next = streams.shift()
      if (streams.length === 0) ending.abort()
      if (!next || next instanceof Error) return Promise.reject(next ?? new Error('closed'))
      const bytes = next.map((text) => new TextEncoder().encode(text))
      return Promise.resolve(new Response(ReadableStream.from(bytes) as unknown as BodyInit))
    },
    tell: (event: { id: string } | null) => void received.push(event?.id ?? null),
    changed: (state: StreamState) => void states.push(state),
    wait: (attempt: number) => Promise.resolve(void waits.push(attempt)),
    listen: () => ({ heard: () => undefined, end: () => undefined }),
    signal: ending.signal,
  }
  return { following, asked, received, states, waits }
}

const event = (id: string) => `id: ${id}\nevent: run.changed\ndata: {"id":"${id}"}\n\n`

describe('the event stream client', () => {
  it('resumes after the last event', async () => {
    const { following, asked, received } = streamsOf(
      [event('1'), ': still here\n\n', event('2')],
      [event('3')],
      new Error(),
    )

    await followEvents(following)

    expect(asked).to.deep.equal([null, '2', '3'])
    expect(received).to.deep.equal(['1', '2', '3'])
  })

  it('parses events however their bytes are split', async () => {
    const { following, received } = streamsOf(
      ['id: 1\nev', 'ent: run.changed\r\ndata: {"id"', ':"1"}\n', '\n'],
      new Error(),
    )

    await followEvents(following)

    expect(received).to.deep.equal(['1'])
  })

  it('disconnects when an event is longer than 1 MiB', async () => {
    const tooLong = `data: ${'x'.repeat(1024 * 1024)}`
    const { following, asked, received } = streamsOf(
      [event('1'), tooLong, 'x\n\n', event('2')],
      [event('3')],
      new Error(),
    )

    await followEvents(following)

    expect(asked).to.deep.equal([null, '1', '3'])
    expect(received).to.deep.equal(['1', '3'])
  })

  it('reports that events may have been missed', async () => {
    const { following, received } = streamsOf(['event: reset\ndata: {}\n\n'], new Error())

    await followEvents(following)

    expect(received).to.deep.equal([null])
  })

  it('reports possible gaps when disconnected before the first event id', async () => {
    const { following, asked, received } = streamsOf([': still here\n\n'], [event('1')], [event('2')], new Error())

    await followEvents(following)

    expect(asked).to.deep.equal([null, null, '1', '2'])
    expect(received).to.deep.equal([null, '1', '2'])
  })

  it('reconnects after a silent period, unless heartbeats arrive', async () => {
    const ending = new AbortController()
    const asked: (string | null)[] = []
    const states: StreamState[] = []
    let beats = 0
    let ended = 0

    await followEvents({
      ask(lastId, signal) {
        asked.push(lastId)
        if (asked.length === 2) return Promise.reject(new Error('closed'))
        return Promise.resolve(new Response(openStream([event('7'), ': still here\n\n'], signal)))
      },
      tell: () => undefined,
      changed: (state) => void states.push(state),
      wait() {
        if (asked.length === 2) ending.abort()
        return Promise.resolve()
      },
      listen: (cut) => ({
        heard() {
          beats += 1
          if (beats === 2) cut()
        },
        end: () => void (ended += 1),
      }),
      signal: ending.signal,
    })

    expect(beats).to.equal(2)
    expect(ended).to.equal(1)
    expect(asked).to.deep.equal([null, '7'])
    expect(states).to.deep.equal(['connecting', 'open', 'cut', 'cut', 'cut'])
  })

  it('retries with growing delays, and reports that it is disconnected', async () => {
    const { following, waits, states } = streamsOf(new Error(), new Error(), [event('1')], new Error(), new Error())

    await followEvents(following)

    expect(waits).to.deep.equal([1, 2, 1, 2])
    expect(states).to.deep.equal(['connecting', 'cut', 'cut', 'cut', 'cut', 'open', 'cut', 'cut', 'cut', 'cut'])
    expect([1, 2, 3, 30].map((attempt) => backOff(attempt, () => 1))).to.deep.equal([1_000, 2_000, 4_000, 60_000])
    expect(backOff(1, () => 0)).to.equal(500)
  })
})

/** Sends its parts, then nothing more. Fails when its reader aborts, like the body of a fetch. */
function openStream(parts: string[], signal: AbortSignal): BodyInit {
  const left = parts.map((part) => new TextEncoder().encode(part))
  const stream = new ReadableStream<Uint8Array>({
    start: (out) => signal.addEventListener('abort', () => out.error(signal.reason)),
    pull(out) {
      const part = left.shift()
      if (part) out.enqueue(part)
    },
  })
  return stream as unknown as BodyInit
}
