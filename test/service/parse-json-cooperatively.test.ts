import { expect } from 'chai'
import { JsonRefused, parseJsonCooperatively } from '../../service/parse-json-cooperatively.ts'
import { seeded } from '../support/random.ts'

const small = { sliceBytes: 24, levels: 32 }

const read = (text: string, limits = small) =>
  parseJsonCooperatively(Buffer.from(text), limits).catch((error: unknown) => {
    if (error instanceof JsonRefused) return error.fault
    throw error
  })

describe('the cooperative JSON parser', () => {
  const random = seeded(3)
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!

  function value(depth: number): unknown {
    const kind = depth === 0 ? Math.floor(random() * 4) : Math.floor(random() * 6)
    if (kind === 0) return pick([0, -1.5e3, 12345, true, false, null])
    if (kind < 4) return pick(['', 'é"\\ [', '}{,]', 'x'.repeat(40), '\u{1f600}', 'a:b'])
    const inner = Array.from({ length: Math.floor(random() * 8) }, () => value(depth - 1))
    if (kind === 4) return inner
    return Object.fromEntries(inner.map((one) => [pick(['a', 'b,', '__proto__', 'ü"{', `k${random()}`]), one]))
  }

  it('returns the same as JSON.parse for any size and format', async () => {
    for (let round = 0; round < 400; round++) {
      const text = JSON.stringify(value(4), null, pick([undefined, 1, '\t']))

      expect(await read(text)).to.deep.equal(JSON.parse(text))
    }
  })

  it('rejects invalid JSON at the same position as JSON.parse', async () => {
    for (let round = 0; round < 2_000; round++) {
      const text = JSON.stringify({ list: value(3), other: [value(3), 'x'.repeat(30)] }, null, pick([undefined, 1]))
      const at = Math.floor(random() * text.length)
      const other = text.slice(0, at) + pick(['', ',', ']', '[', '{', '"', ':', '1', 'null', ' ']) + text.slice(at + 1)
      const broken = Buffer.from(other).toString() // an incomplete character is invalid UTF-8
      let whole: unknown = 'syntax'
      try {
        whole = JSON.parse(broken)
      } catch {
        // rejected
      }

      expect(await read(broken), broken).to.deep.equal(whole)
    }
  })

  it('rejects JSON that is too deep or has a lone surrogate', async () => {
    const blank = ' '.repeat(40)

    expect(await read(`${'['.repeat(33)}${']'.repeat(33)}`)).to.equal('deep')
    expect(await read(`${'['.repeat(32)}${']'.repeat(32)}`)).to.be.an('array')
    expect(await read(`[${blank}"\\ud83d", 1]`)).to.equal('half')
    expect(await read(`{"\\ud83d":${blank} 1}`)).to.equal('half')
    expect(await read(`{"\\udc00": [1, ${blank}]}`)).to.equal('half')
    expect(await read(`["\\ud83d\\ude00", ${blank}1]`)).to.deep.equal(['\u{1f600}', 1])
  })

  it('yields to other work within a large document', async () => {
    const text = JSON.stringify({ devices: Array.from({ length: 20_000 }, (_, at) => ({ name: `d${at}`, tags: [] })) })
    let turns = 0
    const others = setInterval(() => turns++, 0)

    const whole = await parseJsonCooperatively(Buffer.from(text), { levels: 4 })
    clearInterval(others)

    expect(whole).to.deep.equal(JSON.parse(text))
    expect(turns).to.be.above(2)
  })
})
