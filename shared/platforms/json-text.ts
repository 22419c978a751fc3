import { message } from '../messages/message.ts'
import { objectIn } from './read-json.ts'
import { ArtifactUnavailable } from './requests.ts'

/** A JSON object with one long text. */
export interface JsonText {
  /**
   * Adds a part of the object and returns the part of the text in it, in UTF-8.
   * @throws ArtifactUnavailable
   */
  push(piece: Uint8Array): Buffer
  /**
   * Returns the object with an empty text. `replaced` is the number of characters that were not valid UTF-8 and are
   * lost (U+FFFD).
   * @throws ArtifactUnavailable
   */
  end(): { object: Record<string, unknown>; hasText: boolean; replaced: number }
}

/** Extracts the text of one member from a JSON object as a stream. The rest of the object must be short. */
export function createJsonText(member: string): JsonText {
  return new JsonTextReader(member)
}

class JsonTextReader implements JsonText {
  readonly #member: string
  readonly #decoder = new TextDecoder()
  readonly #scan: ObjectScan = {
    depth: 0,
    string: undefined,
    isEscaped: false,
    name: '',
    lastString: '',
    isValue: false,
  }
  /** The object with an empty text. */
  #rest = ''
  /** The start of an escape in the text that the next piece completes. */
  #text: string | undefined
  #hasText = false
  #replaced = 0
  #bytes = 0

  constructor(member: string) {
    this.#member = member
  }

  push(piece: Uint8Array): Buffer {
    this.#bytes += piece.length
    const text = this.#extract(this.#decoder.decode(piece, { stream: true }))
    for (let at = text.indexOf(lost); at !== -1; at = text.indexOf(lost, at + 1)) this.#replaced += 1
    return Buffer.from(text, 'utf8')
  }

  end() {
    this.#extract(this.#decoder.decode())
    const object = this.#text === undefined ? objectIn(this.#rest) : undefined
    if (!object) throw notSuchObject(`${this.#bytes} bytes`)
    return { object, hasText: this.#hasText, replaced: this.#replaced }
  }

  /** Returns the part of the text in `source`, and adds the rest to the object. */
  #extract(source: string): string {
    const parts: string[] = []
    for (let at = 0; at < source.length;) {
      if (this.#text === undefined) {
        const start = findText(this.#scan, source, at, this.#member)
        if (start !== -1) {
          this.#text = ''
          this.#hasText = true
        }
        const end = start === -1 ? source.length : start
        this.#rest += source.slice(at, end)
        if (this.#rest.length > restLength) throw notSuchObject(`${this.#bytes} bytes without its text`)
        at = end
        continue
      }
      const waiting: string = this.#text + source.slice(at)
      const { end, isOver } = textEnd(waiting)
      parts.push(this.#unescape(waiting.slice(0, end)))
      at = isOver ? source.length - (waiting.length - end) : source.length
      this.#text = isOver ? undefined : waiting.slice(end)
      if (isOver) {
        this.#rest += '"'
        at += 1
      }
    }
    return parts.join('')
  }

  #unescape(escaped: string): string {
    try {
      return JSON.parse(`"${escaped}"`) as string
    } catch {
      throw notSuchObject(`${this.#bytes} bytes`)
    }
  }
}

/** Parsing state of the object outside of the text. */
interface ObjectScan {
  depth: number
  /** The string being read. */
  string: string | undefined
  isEscaped: boolean
  lastString: string
  /** The member of the outer object whose value is being read. */
  name: string
  isValue: boolean
}

/** Continues from `from`. Returns the start of the member's text, or -1 if it does not begin in `source`. */
function findText(scan: ObjectScan, source: string, from: number, member: string): number {
  for (let at = from; at < source.length; at++) {
    const character = source.charAt(at)
    if (scan.string !== undefined) readString(scan, character)
    else if (character === '"') {
      if (scan.depth === 1 && scan.isValue && scan.name === member) return at + 1
      scan.string = ''
    } else if (character === '{' || character === '[') scan.depth += 1
    else if (character === '}' || character === ']') scan.depth -= 1
    else if (scan.depth === 1 && character === ':') {
      scan.isValue = true
      scan.name = scan.lastString
    } else if (scan.depth === 1 && character === ',') scan.isValue = false
  }
  return -1
}

function readString(scan: ObjectScan, character: string): void {
  if (scan.isEscaped) scan.isEscaped = false
  else if (character === '\\') scan.isEscaped = true
  else if (character === '"') {
    scan.lastString = scan.string ?? ''
    scan.string = undefined
    return
  }
  scan.string += character
}

/** Returns the end of the text, or how much of it is complete: an escape may continue in the next piece. */
function textEnd(source: string): { end: number; isOver: boolean } {
  const marks = /["\\]/g
  for (let mark = marks.exec(source); mark; mark = marks.exec(source)) {
    if (mark[0] === '"') return { end: mark.index, isOver: true }
    const escape = /^(?:u[\dA-Fa-f]{4}|[^u])/.exec(source.slice(mark.index + 1, mark.index + 6))
    const isHalf = escape && /^u[dD][89aAbB]/.test(escape[0]) && source.length < mark.index + 12
    if (!escape || isHalf) return { end: mark.index, isOver: false }
    marks.lastIndex = mark.index + 1 + escape[0].length
  }
  return { end: source.length, isOver: false }
}

function notSuchObject(seen: string): ArtifactUnavailable {
  const expected = message('expected_json_object')
  return new ArtifactUnavailable({ kind: 'failed', code: 'protocol_error', expected, seen })
}

/** Maximum number of characters of the object without its text. */
const restLength = 256 * 1024

/** Replacement for bytes that are not valid UTF-8. */
const lost = '\ufffd'
