import type { StreamParser } from '@codemirror/language'
import { readValue } from './read-token.ts'

interface State {
  /** The character that ends the current banner; `opening` until the line that begins it is read. */
  banner: string | null
  opening: boolean
  isFirst: boolean
}

/** IOS, IOS XE and NX-OS: one command a line, blocks by indentation, "!" lines between them. */
export const indented: StreamParser<State> = {
  name: 'indented',
  startState: () => ({ banner: null, opening: false, isFirst: true }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.opening) {
      state.opening = false
      stream.skipToEnd()
      return 'string'
    }
    if (state.banner !== null) {
      const ends = stream.skipTo(state.banner)
      if (ends) {
        stream.match(state.banner)
        state.banner = null
      }
      stream.skipToEnd()
      return 'string'
    }
    if (stream.sol()) state.isFirst = true
    if (stream.eatSpace()) return null
    if (state.isFirst && stream.match(/[!#]/)) {
      stream.skipToEnd()
      return 'comment'
    }
    if (state.isFirst && stream.match(/no\b|default\b/)) return 'operatorKeyword'
    if (state.isFirst) {
      state.isFirst = false
      if (stream.match(/(?:description|remark|title)\b/)) return 'keyword'
      if (stream.match(/banner(?=\s)/)) {
        const opened = /^\s+\S+\s+(\^C|\S)(?!.*\1)/.exec(stream.string.slice(stream.pos))
        state.banner = opened?.[1] ?? null
        state.opening = opened !== null
        return 'keyword'
      }
      if (stream.match(/[\w-]+/)) return 'keyword'
    }
    if (/^\s*(?:description|remark|title)\s/.test(stream.string)) {
      stream.skipToEnd()
      return 'string'
    }
    if (stream.match(/"[^"]*"?/)) return 'string'
    return readValue(stream)
  },
  languageData: { commentTokens: { line: '!' } },
}
