import { randomUUIDv7 } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { problemStatus, titleOfStatus } from '../../shared/contract/problems.ts'
import type { ProblemCode } from '../../shared/messages/codes.ts'
import { type PlainCode, message } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'

/** Problem code of each error of Node's parser. */
const problemCodes: Record<string, PlainCode & ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'chunk_extensions_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Answers a malformed request with a problem and closes the connection. A response that has begun is cut. */
export function unreadable(error: Error, socket: Duplex, answer: ServerResponse | undefined): void {
  const parserCode = 'code' in error ? String(error.code) : ''
  const hasBegun = answer !== undefined && answer.headersSent && !answer.writableFinished
  if (!socket.writable || hasBegun || parserCode === 'ECONNRESET') return void socket.destroy()
  const code = problemCodes[parserCode] ?? 'request_malformed'
  const status = problemStatus[code]
  const id = randomUUIDv7()
  const body = JSON.stringify({
    type: `urn:coffer:problem:${code}`,
    title: render(message(titleOfStatus(status)), 'en'),
    status,
    detail: render(message(code), 'en'),
    code,
    params: {},
    request_id: id,
  })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${id}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
