import { expect } from 'chai'
import { findLines } from '../../../shared/search/find-lines.ts'
import { type LineQuery, readLineQuery } from '../../../shared/search/line-query.ts'
import { createPartCutter } from '../../../shared/search/part-cutter.ts'
import { seeded, splitter } from '../../support/random.ts'

const query = readLineQuery({ pattern: 'needle', regex: false, ignoreCase: false })
const limits = { context: 3, lines: 10_000 }

/** What is found in the parts of a text that comes in pieces, by line. */
function findInParts(
  text: Buffer,
  pieces: Buffer[],
  sizes: Parameters<typeof createPartCutter>[0],
  wanted: LineQuery = query,
) {
  const cutter = createPartCutter(sizes)
  const parts = [...pieces.flatMap((piece) => cutter.push(piece)), ...cutter.end()]
  const found = parts.flatMap((part) => findLines(wanted, part, limits).lines)
  return { parts, found: [...new Map(found.map((one) => [one.line, one])).values()] }
}

describe('a text that is searched in parts', () => {
  it('yields the same lines, numbers and context wherever it is split', () => {
    const random = seeded(11)
    for (let round = 0; round < 200; round++) {
      const lines = Array.from({ length: 1 + Math.floor(random() * 80) }, (_, at) =>
        random() < 0.1 ? '' : `${at} ${'x'.repeat(Math.floor(random() * 20))}${random() < 0.2 ? ' needle' : ''}`,
      )
      const text = Buffer.from(lines.join('\n') + (random() < 0.5 ? '\n' : ''))
      const whole = findLines(query, { bytes: text, from: 0, to: text.length, firstLine: 1 }, limits)

      const { parts, found } = findInParts(text, splitter(round)(text), { part: 150, around: 200, overlap: 20 })

      expect(found).to.deep.equal(whole.lines)
      expect(Math.max(0, ...parts.map(({ bytes }) => bytes.length))).to.be.at.most(150 + 400)
    }
  })

  it('is searched correctly in lines longer than a part', () => {
    for (let at = 0; at < 400; at++) {
      const text = Buffer.from(`first\n${'x'.repeat(at)}needle${'x'.repeat(500 - at)}\nlast needle\n`)

      const { found } = findInParts(text, [text], { part: 100, around: 50, overlap: 20 })

      expect(found.map(({ line }) => line)).to.deep.equal([2, 3])
    }
  })

  for (const pattern of ['^q', 'q$', '^.{0,40}$', String.raw`\bq`, String.raw`q\b`, String.raw`\Bq\B`, '[^é]z', 'é$']) {
    it(`does not treat a split within a line as a boundary: ${pattern}`, () => {
      const wanted = readLineQuery({ pattern, regex: true, ignoreCase: false })
      const random = seeded(7)
      for (let round = 0; round < 150; round++) {
        const lineOf = () =>
          Array.from({ length: 60 + Math.floor(random() * 300) }, () => 'xé q-z'[Math.floor(random() * 6)]).join('')
        const text = Buffer.from(Array.from({ length: 4 }, lineOf).join(random() < 0.5 ? '\r\n' : '\n'))
        const whole = findLines(wanted, { bytes: text, from: 0, to: text.length, firstLine: 1 }, limits)

        const { found } = findInParts(text, splitter(round)(text), { part: 90, around: 40, overlap: 20 }, wanted)

        expect(found.map(({ line }) => line)).to.deep.equal(whole.lines.map(({ line }) => line))
      }
    })
  }

  it('has no parts if it is empty', () => {
    expect(createPartCutter().end()).to.deep.equal([])
  })
})
