import { expect } from 'chai'
import { formatApiPath, parseApiPath } from '../../../shared/repository/api-path.ts'
import { seeded } from './seeded.ts'

describe('api paths', () => {
  it('keep readable names and escape other bytes', () => {
    const cases: [Buffer, string][] = [
      [Buffer.from('etc/ssh/sshd_config'), 'etc/ssh/sshd_config'],
      [Buffer.from('srv/été/日本/😀'), 'srv/été/日本/😀'],
      [Buffer.from('\ufeffbom'), '\ufeffbom'],
      [Buffer.from('100%'), '100%25'],
      [Buffer.from('a\nb\x7f'), 'a%0Ab%7F'],
      [Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'caf%E9'],
      [Buffer.from([0xc3]), '%C3'],
      [Buffer.from([0xe2, 0x82, 0x41]), '%E2%82A'],
      [Buffer.from([0xc0, 0xaf]), '%C0%AF'],
      [Buffer.from([0xed, 0xa0, 0x80]), '%ED%A0%80'],
      [Buffer.from([0xf4, 0x90, 0x80, 0x80]), '%F4%90%80%80'],
      [Buffer.alloc(0), ''],
    ]

    expect(cases.map(([bytes]) => formatApiPath(bytes))).to.deep.equal(cases.map(([, text]) => text))
    expect(cases.map(([, text]) => parseApiPath(text).toString('hex'))).to.deep.equal(
      cases.map(([bytes]) => bytes.toString('hex')),
    )
  })

  it('restore any bytes exactly, and are valid Unicode without control characters', () => {
    const random = seeded(11)
    const alphabet = [...Buffer.from('a/%é€😀'), 0, 0x0a, 0x7f, 0x80, 0xbf, 0xc0, 0xc3, 0xe0, 0xed, 0xf0, 0xf4, 0xff]

    for (let round = 0; round < 20_000; round++) {
      const bytes = Buffer.from(Array.from({ length: random.whole(0, 12) }, () => random.pick(alphabet)))
      const text = formatApiPath(bytes)
      expect(parseApiPath(text).equals(bytes), bytes.toString('hex')).to.equal(true)
      expect(text.isWellFormed() && !hasControl(text), text).to.equal(true)
    }
  })

  it('reject an invalid percent escape and text that is not Unicode', () => {
    for (const text of ['50%', '%4', '%zz', 'a%%41', '\ud800']) expect(() => parseApiPath(text)).to.throw(RangeError)
  })
})

function hasControl(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\x7f')
}
