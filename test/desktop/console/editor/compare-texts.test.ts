import { expect } from 'chai'
import { compareTexts } from '../../../../desktop/console/editor/compare-texts.ts'

describe('the comparison of two texts in the console', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const compare = (a: string, b: string, ignoreBlanks = false) => compareTexts(bytes(a), bytes(b), { ignoreBlanks })

  it('has the differences that the service counts', () => {
    const { hunks, added, removed } = compare('a\nb\nc\n', 'a\nB\nc\nd\n')

    expect(hunks).to.deep.equal([
      { aStart: 1, aLength: 1, bStart: 1, bLength: 1 },
      { aStart: 3, aLength: 0, bStart: 3, bLength: 1 },
    ])
    expect({ added, removed }).to.deep.equal({ added: 2, removed: 1 })
  })

  it('leaves blanks out where that is wanted, and shows the lines as they are', () => {
    const difference = compare('interface  Gi1\n shutdown \n', 'interface Gi1\n\tshutdown\r\nend\n', true)

    expect(difference.hunks).to.deep.equal([{ aStart: 2, aLength: 0, bStart: 2, bLength: 1 }])
    expect(difference.a).to.equal('interface  Gi1\n shutdown \n')
    expect(compare('a b\n', 'ab\n', true).hunks).to.have.length(1)
  })

  it('reads a text that is no UTF-8 without losing a byte', () => {
    const { a, b } = compareTexts(Uint8Array.of(0xe9, 0x0a), bytes('é\n'), { ignoreBlanks: false })

    expect([a, b]).to.deep.equal(['é\n', 'é\n'])
  })

  it('compares two wholly different texts of 5 MiB', () => {
    const text = (word: string) =>
      Array.from({ length: 100_000 }, (_, n) => `${word} ${n} ${'x'.repeat(40)}\n`).join('')

    const { hunks, marks, added } = compare(text('before'), text('after'))

    expect(hunks).to.have.length(1)
    expect(marks).to.deep.equal([[]])
    expect(added).to.equal(100_000)
  })
})
