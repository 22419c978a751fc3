import type { StreamParser } from '@codemirror/language'
import { type Quoting, readQuoted, readValue } from './read-token.ts'

type State = Quoting & { place: 'word' | 'name' | 'value' }

/** FortiOS: config, edit, set, next, end; quoted values may have several lines, as for keys and certificates. */
export const fortios: StreamParser<State> = {
  name: 'fortios',
  startState: () => ({ quote: null, place: 'word' }),
  copyState: (state) => ({ ...state }),
  token(stream, state) {
    if (state.quote) return readQuoted(stream, state)
    if (stream.sol()) state.place = 'word'
    if (stream.eatSpace()) return null
    if (state.place === 'word') {
      if (stream.match('#')) {
        stream.skipToEnd()
        return 'comment'
      }
      state.place = 'value'
      if (stream.match(/(?:config|edit|next|end)\b/)) return 'keyword'
      if (stream.match(/(?:set|append)\b/)) {
        state.place = 'name'
        return 'keyword'
      }
      if (stream.match(/unset\b/)) {
        state.place = 'name'
        return 'operatorKeyword'
      }
    } else if (state.place === 'name') {
      state.place = 'value'
      if (stream.match(/[\w-]+/)) return 'propertyName'
    }
    if (stream.eat('"')) {
      state.quote = '"'
      return readQuoted(stream, state)
    }
    if (stream.match(/ENC\b/)) return 'meta'
    return readValue(stream)
  },
  languageData: { commentTokens: { line: '#' } },
}
