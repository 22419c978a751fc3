import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** What Node's parser says of bytes that are no request, and what is told of them. */
const faults: Record<string, { status: number; detail: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'The address and the header fields are larger than 72 KiB.' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'The chunks of the body carry too much beside it.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'The request did not come whole in time.' },
}

const noRequest = { status: 400, detail: 'What came is no HTTP request.' }

/** Answers what never became a request, as a problem like all others, and closes. An answer that has begun is cut. */
export function unreadable(error: Error, socket: Duplex, answer: ServerResponse | undefined): void {
  const code = 'code' in error ? String(error.code) : ''
  const hasBegun = answer !== undefined && answer.headersSent && !answer.writableFinished
  if (!socket.writable || hasBegun || code === 'ECONNRESET') return void socket.destroy()
  const { status, detail } = faults[code] ?? noRequest
  const title = STATUS_CODES[status] ?? 'Bad Request'
  const id = randomUUIDv7()
  const type = `urn:coffer:problem:${title.toLowerCase().replaceAll(' ', '-')}`
  const body = JSON.stringify({ type, title, status, detail, request_id: id })
  const head = [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${id}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
