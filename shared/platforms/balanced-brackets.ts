import { message } from '../messages/message.ts'
import { byLine } from './line-splitter.ts'
import { ArtifactUnavailable, type TextInspector } from './requests.ts'

const quote = '"'.charCodeAt(0)
const backslash = '\\'.charCodeAt(0)
const opening = new Set(['{', '['].map((bracket) => bracket.charCodeAt(0)))
const closing = new Set(['}', ']'].map((bracket) => bracket.charCodeAt(0)))

/**
 * Creates an inspector that rejects a text in which brackets are open at the end. Brackets within double quotes do not
 * count; a quotation ends with its line.
 */
export function createBracketInspector(): TextInspector {
  let depth = 0
  let isOpened = false
  return byLine(
    (line) => {
      let isQuoted = false
      for (let at = 0; at < line.length; at++) {
        const code = line.charCodeAt(at)
        if (code === backslash) at++
        else if (code === quote) isQuoted = !isQuoted
        else if (isQuoted) continue
        else if (opening.has(code)) {
          depth++
          isOpened = true
        } else if (closing.has(code)) depth--
      }
    },
    () => {
      if (isOpened && depth === 0) return { metadata: {}, warnings: [] }
      const expected = message('expected_closed_braces')
      const seen = isOpened ? String(depth) : ''
      throw new ArtifactUnavailable({ is: 'failed', code: 'output_truncated', expected, seen })
    },
  )
}
