import type { Socket } from 'node:net'
import { finished, type Readable } from 'node:stream'
import type { Client, ClientChannel } from 'ssh2'
import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import type { Channel, ExecChannel } from './session.ts'

/** A connection and, once it is lost, the reason. */
export interface Connection {
  readonly client: Client
  readonly socket: Socket
  lost: { reason: unknown } | undefined
  /** Whether it has opened a channel. */
  hasOpened?: boolean
  destroy(reason: unknown): void
}

/**
 * Wide, because wrapped or scrolled echoes are hard to parse; tall, in case the device pages by the size of the pty.
 */
const pty = { term: 'vt100', cols: 511, rows: 500, width: 0, height: 0 }

export async function openShell(connection: Connection, timeoutMs: number): Promise<Channel> {
  return channelOver(
    connection,
    await open(connection, timeoutMs, message('step_opening_channel', { channel: 'shell', name: '' }), (then) =>
      connection.client.shell(pty, then),
    ),
  )
}

/** Its stderr must be read too: the device blocks when its window is full. */
export async function openExec(connection: Connection, timeoutMs: number, command: string): Promise<ExecChannel> {
  let ended = { code: null as number | null, signal: null as string | null }
  let over = () => undefined as void
  const exit = new Promise<typeof ended>((resolve) => (over = () => resolve(ended)))
  const stream = await open(
    connection,
    timeoutMs,
    message('step_opening_channel', { channel: 'command', name: '' }),
    (then) => connection.client.exec(command, then),
    (opened) => {
      opened.on('exit', (code: number | null, signal?: string) => (ended = { code, signal: signal ?? null }))
      opened.on('close', () => {
        connection.socket.off('close', over)
        over()
      })
      connection.socket.once('close', over) // the stream's own end waits until all data is read
    },
  )
  const saidExit = () => ended.code !== null || ended.signal !== null
  return { ...channelOver(connection, stream, saidExit), stderr: read(connection, stream.stderr, saidExit), exit }
}

export async function openSubsystem(connection: Connection, timeoutMs: number, name: string): Promise<Channel> {
  const ask = (then: Opened) => connection.client.subsys(name, then)
  const stream = await open(connection, timeoutMs, message('step_opening_channel', { channel: 'subsystem', name }), ask)
  stream.stderr.resume()
  return channelOver(connection, stream)
}

type Opened = (error: Error | undefined, stream: ClientChannel) => void

/** Calls `listen` before any data can arrive: a short command may end within the same packet. */
function open(
  connection: Connection,
  timeoutMs: number,
  step: StepMessage,
  ask: (then: Opened) => void,
  listen: (stream: ClientChannel) => void = () => undefined,
) {
  return new Promise<ClientChannel>((resolve, reject) => {
    const fail = (seen: string) => {
      clearTimeout(timer)
      const facts = {
        step,
        expected: message('expected_open_channel'),
        seen,
        advice: connection.hasOpened ? oneChannelAdvice : undefined,
      }
      reject(connection.lost?.reason ?? new DeviceFailure('connection_lost', facts))
    }
    const timer = setTimeout(() => fail(`no answer in ${timeoutMs} ms`), timeoutMs)
    if (connection.lost) return fail('')
    ask((error, stream) => {
      if (error) return fail(error.message)
      clearTimeout(timer)
      connection.hasOpened = true
      listen(stream)
      resolve(stream)
    })
  })
}

/** A backup opens several channels, one after the other. */
export const oneChannelAdvice = message('advice_one_ssh_channel')

function channelOver(connection: Connection, stream: ClientChannel, saidExit = () => false): Channel {
  return {
    [Symbol.asyncIterator]: () => read(connection, stream, saidExit),
    write: (data) => void (stream.writable && stream.write(data)),
    end: () => void stream.end(),
    destroy: () => void stream.destroy(),
  }
}

/** Bytes that are queued before the stream is paused. */
const queuedBytesMax = 256 * 1024

/**
 * Yields a stream's data as received. The stream's own iterator joins queued data, which copies every byte once more.
 * Returning early destroys the stream.
 * @throws the stream's error; also if it closes before its end
 */
async function* packets(stream: Readable): AsyncGenerator<Buffer> {
  const queue: Buffer[] = []
  let queuedBytes = 0
  let end: { error: Error | null | undefined } | undefined
  let wake: () => void = () => undefined
  const stopWatching = finished(stream, { writable: false }, (error) => {
    end = { error }
    wake()
  })
  const onData = (data: Buffer) => {
    queue.push(data)
    queuedBytes += data.length
    if (queuedBytes >= queuedBytesMax) stream.pause()
    wake()
  }
  stream.on('data', onData)
  try {
    for (;;) {
      const data = queue.shift()
      if (data) {
        queuedBytes -= data.length
        if (queuedBytes === 0 && stream.isPaused()) stream.resume()
        yield data
      } else if (end?.error) throw end.error
      else if (end) return
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    stopWatching()
    stream.off('data', onData)
    stream.destroy()
  }
}

/** Distinguishes a lost connection from a closed channel: ssh2 ends the streams in the same way for both. */
async function* read(connection: Connection, stream: Readable, saidExit: () => boolean): AsyncGenerator<Buffer> {
  yield* packets(stream)
  if (connection.lost && !saidExit()) throw connection.lost.reason
}
