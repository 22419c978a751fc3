import { message } from '../messages/message.ts'
import { ArtifactUnavailable, type TextInspector } from './requests.ts'

const lineEnd = '\n'.charCodeAt(0)
const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
const opening = new Set(['{', '['].map((bracket) => bracket.charCodeAt(0)))
const closing = new Set(['}', ']'].map((bracket) => bracket.charCodeAt(0)))

/** Counts the brackets of a text as it arrives. Those within double quotes do not count; a quotation ends with its line. */
export class BracketCounter {
  depth = 0
  isOpened = false
  #isQuoted = false
  #isEscaped = false

  /** Whether the text so far has brackets, all of them closed. */
  get isClosed(): boolean {
    return this.isOpened && this.depth === 0
  }

  /** Takes the next characters, in pieces of any length. */
  push(text: string): void {
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code === lineEnd) {
        this.#isQuoted = false
        this.#isEscaped = false
      } else if (this.#isEscaped) this.#isEscaped = false
      else if (code === backslash) this.#isEscaped = true
      else if (code === quote) this.#isQuoted = !this.#isQuoted
      else if (this.#isQuoted) continue
      else if (opening.has(code)) {
        this.depth++
        this.isOpened = true
      } else if (closing.has(code)) this.depth--
    }
  }
}

/** Creates an inspector that rejects a text in which brackets are open at the end, or which has none. */
export function createBracketInspector(): TextInspector {
  const brackets = new BracketCounter()
  return {
    push: (piece) => brackets.push(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')),
    end() {
      if (brackets.isClosed) return { metadata: {}, warnings: [] }
      const expected = message('expected_closed_braces')
      const seen = brackets.isOpened ? String(brackets.depth) : ''
      throw new ArtifactUnavailable({ kind: 'failed', code: 'output_truncated', expected, seen })
    },
  }
}
