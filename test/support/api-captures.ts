import { type Capture, readCaptures, withFiles } from './captures.ts'
import type { Answerer, DeviceAnswer, SeenRequest } from './https-device.ts'

/** Recorded answers of a device's API, and the expected result. */
export interface ApiCapture extends Capture {
  answers: RecordedAnswer[]
}

interface RecordedAnswer {
  /** Method and path, and the query if there is one. */
  to: string
  /** Text that the request's body contains, and prefixes of its headers. */
  body?: string
  headers?: Record<string, string>
  status?: number
  type?: string
  /** A text, or a structure that is sent as JSON, with its files read (`withFiles`). */
  answer: unknown
  answerHeaders?: Record<string, string>
}

/** Returns every capture of an API below test/fixtures, sorted by path. */
export function readApiCaptures(): ApiCapture[] {
  return readCaptures('api')
}

/** Answers as the device of the capture did; other requests get 404. */
export function answererOf(capture: ApiCapture): Answerer {
  return (request) => {
    const recorded = capture.answers.find((candidate) => isAnswerTo(candidate, request))
    return recorded ? answerOf(recorded, capture) : { status: 404, headers: { 'content-type': 'text/html' }, body: '' }
  }
}

function isAnswerTo({ to, body = '', headers = {} }: RecordedAnswer, request: SeenRequest): boolean {
  const query = request.query.toString()
  const asked = `${request.method} ${request.path}${query === '' ? '' : `?${query}`}`
  const hasHeaders = Object.entries(headers).every(([name, value]) => request.headers[name]?.includes(value) === true)
  return asked === to && request.body.includes(body) && hasHeaders
}

function answerOf(
  { status = 200, type, answer, answerHeaders = {} }: RecordedAnswer,
  capture: ApiCapture,
): DeviceAnswer {
  const filled = withFiles(answer, capture)
  const isText = typeof filled === 'string'
  return {
    status,
    headers: { 'content-type': type ?? (isText ? 'text/plain' : 'application/json'), ...answerHeaders },
    body: isText ? Buffer.from(filled, 'latin1') : JSON.stringify(filled),
  }
}
