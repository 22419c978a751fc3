import type { StreamParser } from '@codemirror/language'
import { readValue } from './read-token.ts'

/** Most files below /etc: comments, [sections], names and values. */
export const settings: StreamParser<{ isFirst: boolean }> = {
  name: 'settings',
  startState: () => ({ isFirst: true }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (stream.sol()) state.isFirst = true
    if (stream.eatSpace()) return null
    if (stream.match(/#|;(?=\s)|\/\//) && (state.isFirst || /\s$/.test(stream.string.slice(0, stream.pos - 1)))) {
      stream.skipToEnd()
      return 'comment'
    }
    if (state.isFirst && stream.match(/\[[^\]]*\]/)) return 'keyword'
    if (state.isFirst) {
      state.isFirst = false
      if (stream.match(/[\w.-]+(?=\s*[=:])/)) return 'propertyName'
      if (stream.match(/[\w.-]+/)) return 'keyword'
    }
    if (stream.match(/"(?:[^"\\]|\\.)*"|'[^']*'/)) return 'string'
    return readValue(stream)
  },
  languageData: { commentTokens: { line: '#' } },
}
