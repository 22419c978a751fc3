import type { FailureCode } from '../contract/failures.ts'
import { message } from '../messages/message.ts'
import { ArtifactUnavailable, type TextExtractor, type WhyNoText } from './requests.ts'
import { createXmlElements, NotWellFormed } from './xml-elements.ts'
import { attributesOf, plainText, type XmlOpen } from './xml-tokens.ts'

type Failed = Extract<WhyNoText, { kind: 'failed' }>

/** The wanted element of a response. */
export interface WantedElement {
  /** Names from the document's root; `['response', 'result', 'config']` in a response. */
  path: readonly string[]
  /** Required value of its attribute `name`. */
  name?: string
  /** Failure if a successful response does not contain it. */
  missing: Failed
  /** Failure for an object that the device does not know, in place of the device's message. */
  unknown?: Failed
}

/** Characters stored of the device's messages. */
const wordsLength = 500

/**
 * Extracts one element from a PAN-OS response, byte for byte: of the XML API, or of a command line with XML output. The
 * first such element is used. An error has a root element `response` with status and code ("PAN-OS XML API Error Codes"
 * of the vendor); its message may be in several places. Both functions throw ArtifactUnavailable.
 * @param httpStatus of the response
 */
export function takePanosElement(wanted: WantedElement, httpStatus = 200): TextExtractor {
  const depth = wanted.path.length
  const state = { isAnswer: false, status: '', code: '', words: '', isFound: false, isInside: false }
  let taken: string[] = []
  const elements = createXmlElements({
    open(path, tag) {
      if (path.length === 1) readRoot(tag)
      if (!state.isFound && path.length === depth && isWanted(path, tag)) state.isFound = state.isInside = true
    },
    text(path, source) {
      if (!state.isInside && isMessage(path) && state.words.length < wordsLength) state.words += ` ${source.trim()}`
    },
    token(_path, source) {
      if (state.isInside) taken.push(source)
    },
    close(path) {
      if (path.length === depth) state.isInside = false
    },
  })

  function readRoot(tag: XmlOpen): void {
    if (tag.name !== wanted.path[0]) throw noAnswer(httpStatus, `<${tag.name.slice(0, 40)}>`)
    state.isAnswer = true
    const attributes = attributesOf(tag)
    state.status = attributes.get('status') ?? ''
    state.code = attributes.get('code') ?? ''
  }

  function isWanted(path: readonly string[], tag: XmlOpen): boolean {
    if (!path.every((name, at) => name === wanted.path[at])) return false
    return wanted.name === undefined || attributesOf(tag).get('name') === wanted.name
  }

  /** A document without a wrapper has no status. */
  function isSuccess(): boolean {
    return state.status === 'success' || wanted.path[0] !== 'response'
  }

  function read(work: () => void): Buffer {
    try {
      work()
    } catch (error) {
      if (!(error instanceof NotWellFormed)) throw error
      if (!state.isAnswer) throw noAnswer(httpStatus, `no XML: ${error.message}`)
      throw new ArtifactUnavailable({
        kind: 'failed',
        code: 'output_truncated',
        expected: message('expected_whole_xml'),
        seen: error.message,
      })
    }
    const piece = Buffer.from(taken.join(''), 'latin1')
    taken = []
    return piece
  }

  return {
    push: (piece) => read(() => elements.push(piece.toString('latin1'))),
    end() {
      const last = read(() => elements.end())
      if (!isSuccess() || (httpStatus !== 200 && !state.isFound)) {
        throw new ArtifactUnavailable(refusalOf({ ...state, words: tidy(state.words) }, wanted.unknown))
      }
      if (!state.isFound) throw new ArtifactUnavailable(missingOf(wanted, state.code))
      return last
    },
  }
}

function refusalOf({ status, code, words }: { status: string; code: string; words: string }, unknown?: Failed): Failed {
  const says = [`status ${status || 'missing'}`, code && `code ${code}`, words].filter(Boolean).join(', ')
  const seen = says.slice(0, wordsLength)
  const isRole = code === '403' && notForThisRole.test(words)
  const known = isRole ? 'privilege_insufficient' : codes[code]
  const why = known ?? (code === '' ? whyInWords(words, status) : 'request_failed')
  if (why === 'unknown') return unknown ? { ...unknown, seen } : { ...refused, seen }
  return { kind: 'failed', code: why, expected: message('expected_answer'), seen }
}

const refused: Omit<Failed, 'seen'> = { kind: 'failed', code: 'command_refused', expected: message('expected_answer') }

/** Codes not listed here are internal errors of the device. `unknown`: an object that it does not have. */
const codes: Readonly<Record<string, FailureCode | 'unknown'>> = {
  400: 'command_refused',
  403: 'auth_failed',
  1: 'command_refused',
  6: 'unknown',
  7: 'unknown',
  8: 'command_refused',
  10: 'command_refused',
  12: 'unknown',
  13: 'unknown',
  14: 'command_refused',
  15: 'command_refused',
  16: 'privilege_insufficient',
  17: 'command_refused',
  18: 'command_refused',
  22: 'auth_failed',
}

const notForThisRole = /unauthori[sz]ed|not authori[sz]ed|permission|forbidden/i

/** Returns the cause without a code, by messages in captures and in the tests of the vendor's own clients. */
function whyInWords(words: string, status: string): FailureCode | 'unknown' {
  if (/no such node|object not present/i.test(words)) return 'unknown'
  if (/invalid credential|session timed out|invalid key|missing key/i.test(words)) return 'auth_failed'
  if (status === 'unauth' || notForThisRole.test(words)) {
    return 'privilege_insufficient'
  }
  if (/in progress|is busy|not ready|try again|locked/i.test(words)) return 'device_busy'
  return status === 'error' ? 'command_refused' : 'protocol_error'
}

/** `msg`, `msg/line`, `msg/line/line`, `result/msg`, `result/msg/line`, `result/job/details/line`, or `result` itself. */
function isMessage(path: readonly string[]): boolean {
  if (path[1] === 'msg') return true
  return path[1] === 'result' && (path.length === 2 || path[2] === 'msg' || path[2] === 'job')
}

/** Some releases report a missing object as a success with its own code. */
function missingOf({ missing, unknown }: WantedElement, code: string): Failed {
  return unknown && codes[code] === 'unknown' ? unknown : missing
}

/** Returns the error for another response, such as a web server's page. It quotes little of it. */
function noAnswer(httpStatus: number, seen: string): ArtifactUnavailable {
  const code = httpStatus === 403 ? 'privilege_insufficient' : 'protocol_error'
  const status = httpStatus === 200 ? '' : `${httpStatus}, `
  return new ArtifactUnavailable({
    kind: 'failed',
    code,
    expected: message('expected_panos_answer'),
    seen: `${status}${seen}`,
  })
}

function tidy(words: string): string {
  const text = plainText(words.replace(/<!\[CDATA\[|\]\]>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return text.slice(0, wordsLength)
}
