import { expect } from 'chai'
import { visibleParts } from '../../../../desktop/console/ui/visible-text.ts'

const shown = (text: string) =>
  visibleParts(text)
    .map((part) => (part.isStandIn ? `[${part.text}]` : part.text))
    .join('')

describe('device text in the console', () => {
  it('is shown unchanged, including markup', () => {
    expect(visibleParts('<b>core</b> é 漢\tx\ny')).to.deep.equal([{ text: '<b>core</b> é 漢\tx\ny', isStandIn: false }])
  })

  it('shows invisible and bidirectional characters by name', () => {
    expect(shown('a\u001b[31mred\u0007\u007f\r')).to.equal('a[^[][31mred[^G][^?][^M]')
    expect(shown('user\u202Efdp.exe\u200b\u0085\u2028')).to.equal('user[<U+202E>]fdp.exe[<U+200B>][<U+0085>][<U+2028>]')
  })
})
