import http from 'node:http'
import { isIPv6, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { DeviceFailure } from '../device-failure.ts'
import { connectTls, type TlsFacts, type TlsTarget } from './tls.ts'

/**
 * Sends requests to one device in sequence. Each connection is verified before any byte of a request is sent. Redirects
 * are returned, not followed.
 */
export interface HttpsSession {
  /** Of the most recent connection. */
  readonly facts: TlsFacts
  /** The previous answer must be read or discarded first. Reconnects if the device closed the connection. */
  send(request: HttpsRequest): Promise<HttpsAnswer>
  /** Closes all connections. Never rejects. */
  close(): Promise<void>
}

export interface HttpsRequest {
  method: string
  /** Path and query, without secrets. */
  path: string
  headers: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Whether it may be sent a second time if a reused connection turns out to be closed. */
  repeatable: boolean
  /** The current step, worded to follow "while". */
  step: StepMessage
  limits: AnswerLimits
  /** Masked in quotes of a failure. */
  secrets: readonly string[]
}

export interface AnswerLimits {
  /** Longest silence of the device, before and within the answer. */
  idleMs: number
  /** Longest time for request and answer together. */
  totalMs: number
  /** Maximum size of the body. */
  maxBytes: number
}

export interface HttpsAnswer {
  status: number
  headers: http.IncomingHttpHeaders
  /**
   * Must be read once, to its end. Throws DeviceFailure connection_lost, prompt_timeout, output_too_large. Silence is
   * measured only while the reader waits; the total time limit also runs while the reader is busy.
   */
  body: AsyncIterable<Buffer>
  /** Discards an answer whose body is not needed. */
  discard(): void
}

/**
 * Connects and verifies the certificate; the first request then uses that connection. All connections close when
 * `signal` is aborted.
 * @throws as `connectTls`
 */
export async function openHttps(target: TlsTarget, signal: AbortSignal): Promise<HttpsSession> {
  signal.throwIfAborted()
  const sockets = new Set<TLSSocket>()
  const first = await connectTls(target, signal)
  let { facts } = first
  let ready: TLSSocket | undefined = keep(first.socket)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  agent.createConnection = (_options, done) => {
    const waiting = ready
    ready = undefined
    if (waiting?.writable) return waiting
    connectTls({ ...target, onStep: undefined }, signal).then(
      (made) => {
        facts = made.facts
        done?.(null, keep(made.socket))
      },
      (failure: Error) => done?.(failure, new Socket()),
    )
    return undefined
  }

  function keep(socket: TLSSocket): TLSSocket {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    return socket
  }
  const end = () => {
    signal.removeEventListener('abort', end)
    agent.destroy()
    for (const socket of sockets) socket.destroy()
  }
  signal.addEventListener('abort', end, { once: true })
  if (signal.aborted) end()

  return {
    get facts() {
      return facts
    },
    async send(request) {
      signal.throwIfAborted()
      try {
        return await sendOnce(agent, target, request)
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error
        return await sendOnce(agent, target, request)
      }
    },
    close: () => Promise.resolve(end()),
  }
}

/** A reused connection that the device had closed. Nothing was read, so the request may be sent on another one. */
class StaleConnection extends Error {}

function sendOnce(agent: http.Agent, { host, port }: TlsTarget, request: HttpsRequest): Promise<HttpsAnswer> {
  const { method, path, headers, body, limits } = request
  return new Promise((resolve, reject) => {
    const outgoing = http.request({
      agent,
      host,
      port,
      method,
      path,
      headers: {
        host: hostHeader(host, port),
        'accept-encoding': 'identity',
        ...headers,
        ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
      },
    })
    let total: NodeJS.Timeout | undefined
    let idle: NodeJS.Timeout | undefined
    let answering: http.IncomingMessage | undefined
    const fail = (failure: Error) => {
      stopTimers()
      reject(failure)
      if (answering) answering.destroy(failure)
      else outgoing.destroy()
    }
    const stopTimers = () => {
      clearTimeout(total)
      clearTimeout(idle)
    }
    outgoing.once('socket', () => {
      // Connecting has its own time limits.
      const { idleMs, totalMs } = limits
      idle = setTimeout(() => fail(silent(request, idleMs)), idleMs)
      total = setTimeout(() => fail(slow(request, totalMs)), totalMs)
    })
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = outgoing.reusedSocket && request.repeatable && /^(?:ECONNRESET|EPIPE)$/.test(error.code ?? '')
      fail(isStale ? new StaleConnection() : brokenOff(request, error))
    })
    outgoing.once('response', (incoming) => {
      clearTimeout(idle)
      answering = incoming
      incoming.on('error', () => undefined) // errors reach the reader, but there may be no reader yet
      resolve({
        status: incoming.statusCode ?? 0,
        headers: incoming.headers,
        body: bodyOf(incoming, request, stopTimers),
        discard() {
          stopTimers()
          incoming.destroy()
        },
      })
    })
    outgoing.end(body)
  })
}

async function* bodyOf(
  incoming: http.IncomingMessage,
  request: HttpsRequest,
  done: () => void,
): AsyncGenerator<Buffer> {
  const { idleMs, maxBytes } = request.limits
  const pieces = incoming[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let bytes = 0
  try {
    for (;;) {
      const idle = setTimeout(() => incoming.destroy(silent(request, idleMs)), idleMs)
      const piece = await pieces.next().finally(() => clearTimeout(idle))
      if (piece.done) return
      bytes += piece.value.length
      if (bytes > maxBytes) throw tooLarge(request, bytes)
      yield piece.value
    }
  } catch (error) {
    throw error instanceof DeviceFailure ? error : brokenOff(request, error as Error, bytes)
  } finally {
    done()
    if (!incoming.complete) incoming.destroy()
  }
}

function hostHeader(host: string, port: number): string {
  const name = isIPv6(host) ? `[${host}]` : host
  return port === 443 ? name : `${name}:${port}`
}

function stepOf({ step, method, path }: HttpsRequest): StepMessage {
  return message('step_requesting', { step, method, path: withoutQuery(path) })
}

/** Returns a path without its query, for messages: a query is not helpful and may contain names. */
export function withoutQuery(path: string): string {
  return path.replace(/\?.*$/s, '')
}

function silent(request: HttpsRequest, idleMs: number): DeviceFailure {
  return new DeviceFailure('prompt_timeout', {
    step: stepOf(request),
    expected: message('expected_answer'),
    seen: `nothing for ${idleMs / 1000} s`,
    advice: message('advice_check_load'),
  })
}

function slow(request: HttpsRequest, totalMs: number): DeviceFailure {
  return new DeviceFailure('prompt_timeout', {
    step: stepOf(request),
    expected: message('expected_answer_within', { limit: totalMs / 1000 }),
    seen: 'it was still coming',
    advice: message('advice_check_load_and_path'),
  })
}

function tooLarge(request: HttpsRequest, bytes: number): DeviceFailure {
  return new DeviceFailure('output_too_large', {
    step: stepOf(request),
    expected: message('expected_max_bytes', { limit: request.limits.maxBytes }),
    seen: `${bytes} bytes and more`,
  })
}

/** Node's error codes for invalid HTTP begin with `HPE_`, after its parser. */
function brokenOff(request: HttpsRequest, error: NodeJS.ErrnoException, bytes = 0): Error {
  if (error instanceof DeviceFailure) return error
  const isNoHttp = String(error.code).startsWith('HPE_') // the code of an abort is a number
  const seen = bytes > 0 ? `${error.message}, after ${bytes} bytes` : error.message
  const facts = {
    step: stepOf(request),
    expected: isNoHttp ? message('expected_http') : message('expected_whole_answer'),
    seen,
  }
  return new DeviceFailure(isNoHttp ? 'protocol_error' : 'connection_lost', facts, request.secrets)
}
