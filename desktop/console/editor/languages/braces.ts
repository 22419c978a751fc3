import type { StreamParser } from '@codemirror/language'
import { type Quoting, readQuoted, readValue } from './read-token.ts'

type State = Quoting & { isRemark: boolean; isFirst: boolean }

/** Junos with braces or as set commands, and tmsh: a word, its values, blocks in braces. */
export const braces: StreamParser<State> = {
  name: 'braces',
  startState: () => ({ quote: null, isRemark: false, isFirst: true }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.quote) return readQuoted(stream, state)
    if (state.isRemark) return readRemark()
    if (stream.sol()) state.isFirst = true
    if (stream.eatSpace()) return null
    if (stream.match('/*')) {
      state.isRemark = true
      return readRemark()
    }
    if (state.isFirst && stream.match('#')) {
      stream.skipToEnd()
      return 'comment'
    }
    if (stream.match(/[{};[\]]/)) {
      state.isFirst = true
      return 'punctuation'
    }
    if (stream.eat('"')) {
      state.quote = '"'
      return readQuoted(stream, state)
    }
    if (state.isFirst) {
      if (stream.match(/(?:inactive|protect|replace):|(?:delete|deactivate)\b/)) return 'operatorKeyword'
      state.isFirst = false
      if (stream.match(/[A-Za-z][\w.-]*/)) return 'keyword'
    }
    return readValue(stream)

    function readRemark(): string {
      if (stream.skipTo('*/')) {
        stream.match('*/')
        state.isRemark = false
      } else stream.skipToEnd()
      return 'comment'
    }
  },
  languageData: { commentTokens: { block: { open: '/*', close: '*/' } } },
}
