import { message } from '../messages/message.ts'
import { objectIn } from './read-json.ts'
import { ArtifactUnavailable } from './requests.ts'

/** An object of JSON with one long text in it. */
export interface JsonText {
  /** More of the object. @returns what of the text is in it, in UTF-8 */
  push(piece: Uint8Array): Buffer
  /** The rest of the object; `replaced` counts the characters of the text that were not UTF-8, and are lost (U+FFFD). */
  end(): { object: Record<string, unknown>; hasText: boolean; replaced: number }
}

/**
 * Reads an object as it comes, and takes the text of its member of this name out of it; the rest has to be short.
 * Both functions throw NoText for what is no such object.
 */
export function createJsonText(member: string): JsonText {
  const decoder = new TextDecoder()
  let rest = '' // the object, with an empty text
  let text: string | undefined // of the text, what is not taken yet: half a reference to a character
  let depth = 0
  let string: string | undefined
  let isEscaped = false
  let name = ''
  let lastString = ''
  let isValue = false
  let hasText = false
  let replaced = 0
  let bytes = 0

  const none = (seen: string) =>
    new ArtifactUnavailable({ is: 'failed', code: 'protocol_error', expected: message('expected_json_object'), seen })

  /** @returns how much of `said` is outside of the text */
  function walk(said: string, from: number): number {
    for (let at = from; at < said.length; at++) {
      const character = said.charAt(at)
      if (string !== undefined) {
        if (isEscaped) isEscaped = false
        else if (character === '\\') isEscaped = true
        else if (character === '"') {
          lastString = string
          string = undefined
          continue
        }
        string += character
      } else if (character === '"') {
        if (depth === 1 && isValue && name === member) {
          text = ''
          hasText = true
          return at + 1
        }
        string = ''
      } else if (character === '{' || character === '[') depth += 1
      else if (character === '}' || character === ']') depth -= 1
      else if (depth === 1 && character === ':') {
        isValue = true
        name = lastString
      } else if (depth === 1 && character === ',') isValue = false
    }
    return said.length
  }

  /** @returns where the text ends, or the end of what can be read of it: an escape may go on */
  function endOfText(said: string): { end: number; isOver: boolean } {
    const marks = /["\\]/g
    for (let mark = marks.exec(said); mark; mark = marks.exec(said)) {
      if (mark[0] === '"') return { end: mark.index, isOver: true }
      const escape = /^(?:u[\dA-Fa-f]{4}|[^u])/.exec(said.slice(mark.index + 1, mark.index + 6))
      const isHalf = escape && /^u[dD][89aAbB]/.test(escape[0]) && said.length < mark.index + 12
      if (!escape || isHalf) return { end: mark.index, isOver: false }
      marks.lastIndex = mark.index + 1 + escape[0].length
    }
    return { end: said.length, isOver: false }
  }

  function take(said: string): string {
    const taken: string[] = []
    for (let at = 0; at < said.length;) {
      if (text === undefined) {
        const end = walk(said, at)
        rest += said.slice(at, end)
        if (rest.length > restLength) throw none(`${bytes} bytes without its text`)
        at = end
        continue
      }
      const waiting: string = text + said.slice(at)
      const { end, isOver } = endOfText(waiting)
      taken.push(plain(waiting.slice(0, end)))
      at = isOver ? said.length - (waiting.length - end) : said.length
      text = isOver ? undefined : waiting.slice(end)
      if (isOver) {
        rest += '"'
        at += 1
      }
    }
    return taken.join('')
  }

  function plain(escaped: string): string {
    try {
      return JSON.parse(`"${escaped}"`) as string
    } catch {
      throw none(`${bytes} bytes`)
    }
  }

  return {
    push(piece) {
      bytes += piece.length
      const said = take(decoder.decode(piece, { stream: true }))
      for (let at = said.indexOf(lost); at !== -1; at = said.indexOf(lost, at + 1)) replaced += 1
      return Buffer.from(said, 'utf8')
    },
    end() {
      take(decoder.decode())
      const object = text === undefined ? objectIn(rest) : undefined
      if (!object) throw none(`${bytes} bytes`)
      return { object, hasText, replaced }
    },
  }
}

/** What is longer is no answer with a text. */
const restLength = 256 * 1024

/** What stands for bytes that are no character. */
const lost = '\ufffd'
