import type { TextInspector } from './requests.ts'

/** An inspector that is shown a text line by line, as latin1 and without the `\n`, however its bytes come. */
export function byLine(look: (line: string) => void, end: TextInspector['end']): TextInspector {
  let rest: string[] = [] // pieces of a line whose end has not come
  return {
    push(piece) {
      const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
      const [first = '', ...lines] = text.split('\n')
      rest.push(first)
      if (lines.length === 0) return
      look(rest.join(''))
      rest = [lines.pop() ?? '']
      for (const line of lines) look(line)
    },
    end() {
      const last = rest.splice(0).join('')
      if (last !== '') look(last)
      return end()
    },
  }
}
