import { expect } from 'chai'
import { lineShape, knownWords, messageWords, describeSize } from '../../../shared/redact/describe-size.ts'

const key = 'oruIVCHfmVBnwGaSR/+MAA=='

describe('the description of device output', () => {
  it('is the size of a possible configuration, whatever it contains', () => {
    expect(describeSize(`${key}\n`)).to.equal('25 bytes, one line of 24 characters')
    expect(describeSize(`hostname a\nsecret ${key}`)).to.equal('42 bytes in 2 lines, the last one of 31 characters')
    expect(describeSize('hostname a\nend\n')).to.equal('15 bytes in 2 lines, the last one “end”')
    expect(describeSize(' \n')).to.equal('')
    expect(lineShape('  key cisco')).to.equal('a line of 9 characters')
    expect(lineShape('phash;')).to.equal('a line of 6 characters')
    expect(lineShape('}')).to.equal('}')
  })

  it('is the message known to the platform, without names and values', () => {
    const answer = `auth user admin { encrypted-password ${key} }\nUnexpected Error: Can't display all items of ${key}\n`

    expect(knownWords(answer, [/^Unexpected Error/])).to.equal("Unexpected Error: Can't display all items of …")
    expect(knownWords(answer, [/^Syntax Error/])).to.equal(describeSize(answer))
    expect(messageWords("% Invalid input detected at '^' marker.")).to.equal("% Invalid input detected at '^' marker.")
    expect(messageWords(`${key} Hunter2 bob`)).to.equal('')
  })
})
