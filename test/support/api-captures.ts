import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parse } from 'yaml'
import type { Answerer, DeviceAnswer, SeenRequest } from './https-device.ts'
import { fixture } from './recordings.ts'

/** What a device answered over its API, and what is kept of it: a file `capture.yaml` in a folder of its own. */
export interface ApiCapture {
  /** Of the file, below test/fixtures. */
  path: string
  platform: string
  /** For people: which device, which release. */
  device: string
  options: Record<string, unknown>
  answers: RecordedAnswer[]
  /** By artifact key; without it the run ends with `failure`. */
  collected?: Record<string, CapturedArtifact>
  failure?: string
  /** What the run's log says among other things. */
  log?: string[]
}

export interface RecordedAnswer {
  /** Method and path, and the query where there is one. */
  to: string
  /** What the request's body contains, and beginnings of its headers. */
  body?: string
  headers?: Record<string, string>
  status?: number
  type?: string
  /**
   * A text, or a structure that is sent as JSON. `{ file: name }` anywhere in it is the text of that file beside the
   * capture or below the platform's folder, `from` and `to` patterns of its first and its last line.
   */
  answer: unknown
  answerHeaders?: Record<string, string>
}

export type CapturedArtifact =
  'absent' | { failed: string } | { first: string; last: string; lines: number; metadata?: Record<string, unknown> }

/** Every capture below test/fixtures, in order of their paths. */
export function readApiCaptures(): ApiCapture[] {
  const root = join(import.meta.dirname, '../fixtures')
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('/capture.yaml') && path.split('/')[1] === 'api')
    .sort()
    .map((path) => {
      const capture = parse(fixture(path).toString('utf8')) as Omit<ApiCapture, 'path' | 'platform'>
      const { options = {} } = capture as Partial<ApiCapture>
      return { ...capture, options, path, platform: path.split('/')[0] ?? '' }
    })
}

/** Answers as the device of the capture did; what it was not asked then is answered by 404. */
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

function withFiles(value: unknown, capture: ApiCapture): unknown {
  if (Array.isArray(value)) return value.map((entry) => withFiles(entry, capture))
  if (typeof value !== 'object' || value === null) return value
  if ('file' in value) return textOf(value as FilePart, capture)
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withFiles(member, capture)]))
}

interface FilePart {
  file: string
  from?: string
  to?: string
  /** The value in a file of JSON that these names lead to. */
  at?: (string | number)[]
}

function textOf({ file, from, to, at }: FilePart, { path, platform }: ApiCapture): unknown {
  const beside = file.startsWith('./')
  const text = fixture(beside ? join(dirname(path), file) : join(platform, file)).toString('latin1')
  if (at)
    return at.reduce((value, name) => (value as Record<string | number, unknown>)[name], JSON.parse(text) as unknown)
  const lines = text.split('\n')
  const start = from === undefined ? 0 : lines.findIndex((line) => new RegExp(from).test(line))
  const end = to === undefined ? lines.length : lines.findLastIndex((line) => new RegExp(to).test(line)) + 1
  if (start === -1 || end === 0) throw new Error(`${path}: ${file} has no such lines`)
  return lines.slice(start, end).join('\n')
}
