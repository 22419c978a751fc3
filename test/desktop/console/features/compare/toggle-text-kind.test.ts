import { expect } from 'chai'
import { ref } from 'vue'
import type { TextKind } from '../../../../../desktop/console/features/compare/useComparison.ts'
import { useToggleTextKind } from '../../../../../desktop/console/features/compare/useToggleTextKind.ts'

describe('switching between raw and normalised text', () => {
  for (const [what, kind, lineInOther, drawnKind, shown] of [
    ['the same line', 'normalised', async (line: number) => line + 3, 'raw', [43]],
    ['the same line, and back', 'raw', async (line: number) => line - 3, 'normalised', [37]],
    ['no line if it is unknown', 'normalised', async () => undefined, 'raw', []],
    ['no line if the other text is unavailable', 'normalised', () => Promise.reject(new Error('too large')), 'raw', []],
    ['no line of the former text', 'normalised', async (line: number) => line, 'normalised', []],
  ] as [string, TextKind, (line: number) => Promise<number | undefined>, TextKind, number[]][]) {
    it(`shows ${what}`, async () => {
      const wanted = ref(kind)
      const lines: number[] = []
      const pane = { lineNow: () => 40, showLine: (line: number) => lines.push(line) }
      const { turnText, drawn } = useToggleTextKind(
        wanted,
        () => pane,
        () => drawnKind,
        lineInOther,
      )

      await turnText()
      drawn()
      drawn()

      expect(wanted.value).to.equal(kind === 'raw' ? 'normalised' : 'raw')
      expect(lines).to.deep.equal(shown)
    })
  }
})
