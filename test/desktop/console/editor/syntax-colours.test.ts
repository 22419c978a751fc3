import { expect } from 'chai'
import { darkSyntax, lightSyntax } from '../../../../desktop/console/editor/syntax-colours.ts'
import { dark, light } from '../../../../desktop/console/theme/tokens.ts'

/** WCAG 2.2, relative luminance and contrast ratio. */
function contrast(one: string, other: string): number {
  const [a, b] = [one, other].map((colour) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const share = parseInt(colour.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

describe('the colours of a comparison', () => {
  for (const [theme, tokens, syntax] of [
    ['light', light, lightSyntax],
    ['dark', dark, darkSyntax],
  ] as const) {
    it(`have a contrast of at least 4.5:1 on every background in the ${theme} theme`, () => {
      const grounds = ['surface', 'added', 'addedWord', 'removed', 'removedWord'] as const
      const words = { ...syntax, text: tokens.text }

      const weak = grounds.flatMap((ground) =>
        Object.entries(words)
          .map(([name, colour]) => ({ name, ground, ratio: contrast(colour, tokens[ground]) }))
          .filter(({ ratio }) => ratio < 4.5),
      )

      expect(weak).to.deep.equal([])
    })

    it(`distinguish added, removed and other text by more than hue in the ${theme} theme`, () => {
      expect(contrast(tokens.addedWord, tokens.added)).to.be.above(1.15)
      expect(contrast(tokens.removedWord, tokens.removed)).to.be.above(1.15)
    })
  }
})
