import { expect } from 'chai'
import { compareLines } from '../../../shared/diff/compare-lines.ts'
import { render } from '../../../shared/messages/render.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { summariseChange } from '../../../shared/platforms/summarise-change.ts'
import { measureAndSummarise } from '../../../service/workers/tasks/summarise-texts.ts'

const numbered = (count: number, lineOf: (at: number) => string) => Array.from({ length: count }, (_, at) => lineOf(at)).join('') // prettier-ignore

describe('the work for the summary of a change', () => {
  const inBraces = (depth: number, within: string) => `${'a {\n'.repeat(depth)}${within}${'}\n'.repeat(depth)}`
  const indented = (depth: number, within: string) => numbered(depth, (at) => `${' '.repeat(at)}x${at}\n`) + within
  const wide = `interface ${'x'.repeat(1_000_000)}\n`
  const deep = ' '.repeat(1_501)
  const texts: [title: string, platform: string, textOf: (word: string) => string][] = [
    ['in 40,000 braces', 'routeco_junos', (word) => inBraces(40_000, numbered(200, (at) => `${word}${at};\n`))],
    ['in 1,500 indented blocks', 'netco_iosxe', (word) => indented(1_500, numbered(190, (at) => `${deep}${word}${at}\n`))],
    ['in a block with a title of 1 MB', 'netco_iosxe', (word) => wide + numbered(200, (at) => ` ${word}${at}\n`)],
    ['of 10 KB', 'netco_iosxe', (word) => numbered(100, (at) => `${word.repeat(10_000)}${at}\n`)],
    ['after 500,000 blank lines', 'netco_iosxe', (word) => indented(1_500, '\n'.repeat(500_000) + numbered(200, (at) => `${deep}${word}${at}\n`))],
  ] // prettier-ignore
  for (const [title, platform, textOf] of texts) {
    it(`is little for lines ${title}, which are counted only`, () => {
      const comparison = compareLines(textOf('b'), textOf('c'))

      const start = process.cpuUsage()
      const { message, identity } = summariseChange(platformById(platform)!, comparison)
      const { user, system } = process.cpuUsage(start)

      expect(render(message, 'en')).to.match(/^(\d+) lines added, \1 removed$/)
      expect(identity).to.equal(null)
      expect((user + system) / 1e6).to.be.lessThan(4)
    })
  }

  it('leaves the counts of lines after an error', () => {
    const [before, after] = ['a 1\n', 'a 2\nb\n'].map((text) => Buffer.from(text)) as [Buffer, Buffer]
    const compared = { platform: 'netco_iosxe', key: 'running-config', chunkIdKey: Buffer.alloc(32), before, after }

    const { added, removed, summary } = measureAndSummarise(compared, () => {
      throw new RangeError('Invalid string length')
    })

    expect([added, removed, summary?.fingerprint]).to.deep.equal([2, 1, null])
    expect(summary?.message).to.deep.include({ code: 'summary' })
  })
})
