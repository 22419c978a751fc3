import { expect } from 'chai'
import { comparedTexts } from './compared-texts.ts'

describe('the comparison of two complete texts in the console', () => {
  it('has the same hunks, words and counts as the service', () => {
    const { hunks, marks, added, removed } = comparedTexts('a\nhost one\nc\n', 'a\nhost two\nc\nd\n')

    expect(hunks).to.deep.equal([
      { aStart: 1, aLength: 1, bStart: 1, bLength: 1 },
      { aStart: 3, aLength: 0, bStart: 3, bLength: 1 },
    ])
    expect(marks).to.deep.equal([[{ fromA: 5, toA: 8, fromB: 5, toB: 8 }], []])
    expect({ added, removed }).to.deep.equal({ added: 2, removed: 1 })
  })

  it('shows the original lines when whitespace is ignored', () => {
    const options = { ignoresWhitespace: true }
    const difference = comparedTexts('interface  Gi1\n shutdown \n', 'interface Gi1\n\tshutdown\r\nend\n', options)

    expect(difference.hunks).to.deep.equal([{ aStart: 2, aLength: 0, bStart: 2, bLength: 1 }])
    expect(difference.a).to.equal('interface  Gi1\n shutdown \n')
    expect(comparedTexts('a b\n', 'ab\n', options).hunks).to.have.length(1)
  })

  it('reads text that is not UTF-8 without losing bytes', () => {
    const { a, b } = comparedTexts(Uint8Array.of(0xe9, 0x0a), 'é\n')

    expect([a, b]).to.deep.equal(['é\n', 'é\n'])
  })

  it('ends after the last line of a truncated diff, but counts all changes', () => {
    const before = Array.from({ length: 50 }, (_, n) => `line ${n}\n`).join('')
    const after = before.replaceAll(/line (\d0)\n/g, 'LINE $1\n')

    const { a, b, numbers, hunks, truncated, added } = comparedTexts(before, after, { maxLines: 6 })

    expect(hunks).to.have.length(2)
    expect(b.split('\n').slice(-4)).to.deep.equal(['line 19', 'LINE 20', '(rest)', ''])
    expect(a.split('\n').slice(-3)).to.deep.equal(['line 20', '(rest)', ''])
    expect(numbers?.b.slice(-2)).to.deep.equal([21, 0])
    expect({ truncated, added }).to.deep.equal({ truncated: true, added: 4 })
  })
})
