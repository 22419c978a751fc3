import type { TextInspector } from './requests.ts'

/**
 * Creates an inspector that receives a text line by line, as latin1 without `\n`, independent of how the bytes are
 * split.
 */
export function byLine(look: (line: string) => void, end: TextInspector['end']): TextInspector {
  let rest: string[] = [] // pieces of an incomplete line
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
