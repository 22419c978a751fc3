import { expect } from 'chai'
import { LinearPattern } from '../../../shared/search/linear-pattern.ts'
import { wholeLinePattern } from '../../../shared/search/whole-line.ts'

describe('the pattern of a whole line', () => {
  const line = String.raw` key "a.b*c?" (1) [2] {3} ^4$ 5|6 \d-7/8`

  it('matches the line and no other', () => {
    const pattern = new LinearPattern(wholeLinePattern(line))

    expect([line, `${line}\r`, `${line} `, `x${line}`].map((one) => pattern.test(one))).to.deep.equal([
      true,
      true,
      false,
      false,
    ])
  })

  it('ignores a carriage return at the end of the line', () => {
    expect(wholeLinePattern('end\r')).to.equal(wholeLinePattern('end'))
  })
})
