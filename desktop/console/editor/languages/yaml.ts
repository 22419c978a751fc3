import type { StreamParser } from '@codemirror/language'

/** YAML as platform documents use it: keys, comments, quoted texts and flow collections. */
export const yaml: StreamParser<object> = {
  name: 'yaml',
  startState: () => ({}),
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/#.*/)) return 'comment'
    if (stream.match(/[\w-]+(?=:(?:\s|$))/)) return 'propertyName'
    if (stream.match(/'(?:[^']|'')*'|"(?:[^"\\]|\\.)*"/)) return 'string'
    if (stream.match(/\d+(?=[\s,\]}]|$)/)) return 'number'
    if (!stream.match(/[^\s'"{}[\],:]+/)) stream.next()
    return null
  },
  languageData: { commentTokens: { line: '#' } },
}
