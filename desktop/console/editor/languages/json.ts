import type { StreamParser } from '@codemirror/language'

/** JSON, parsed by line: damaged JSON is coloured as far as possible. */
export const json: StreamParser<null> = {
  name: 'json',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null
    if (stream.match(/"(?:[^"\\]|\\.)*"(?=\s*:)/)) return 'propertyName'
    if (stream.match(/"<volatile>"|<volatile>/)) return 'meta'
    if (stream.match(/"(?:[^"\\]|\\.)*"?/)) return 'string'
    if (stream.match(/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/)) return 'number'
    if (stream.match(/(?:true|false|null)\b/)) return 'keyword'
    if (stream.match(/[{}[\],:]/)) return 'punctuation'
    stream.next()
    return null
  },
}
