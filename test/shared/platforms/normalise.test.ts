import { expect } from 'chai'
import { countLines, createNormaliser, normaliseText } from '../../../shared/platforms/normalise.ts'
import { netcoIosxe } from '../../../shared/platforms/netco_iosxe.ts'
import { platform } from '../../../shared/platforms/platform.ts'
import { generatedConfig } from '../../support/ios-device.ts'
import { splitter } from '../../support/random.ts'
import type { NormaliseRule } from '../../../shared/platforms/normalisation.ts'

describe('normalisation', () => {
  it('replaces the groups of a volatile line and keeps the rest of it', () => {
    expect(normalised('a 1 b 2 c', [{ volatile: /^a (\d) b (\d)/ }])).to.equal('a <volatile> b <volatile> c\n')
  })

  it('replaces the whole match if there is no group, only at its position', () => {
    expect(normalised('5 x 5', [{ volatile: /5$/ }])).to.equal('5 x <volatile>\n')
  })

  it('skips a group that did not match', () => {
    expect(normalised('b 2', [{ volatile: /^(?:a (\d)|b (\d))$/ }])).to.equal('b <volatile>\n')
  })

  it('applies a rule only to the artifacts it names', () => {
    const rules = [{ artifacts: ['other'], volatile: /\d/ }]

    expect(normalised('1', rules)).to.equal('1\n')
  })

  it('applies block rules inside the block, also at the end', () => {
    const rules = [{ volatile: /^ n (\d+)/, section: { starts: /^if /, with: /^ auto/ } }]

    const text = normalised('if 1\n n 5\n auto\nif 2\n n 5\nelse\n n 5\n auto\nif 3\n n 7\n auto', rules)

    expect(text).to.equal('if 1\n n <volatile>\n auto\nif 2\n n 5\nelse\n n 5\n auto\nif 3\n n <volatile>\n auto\n')
  })

  it('leaves a block unchanged if it is too long to buffer', () => {
    const rules = [{ volatile: /^ n (\d+)/, section: { starts: /^if /, with: /^ auto/ } }]
    const block = `if 1\n${' n 5\n'.repeat(1_500)} auto\n`

    expect(normalised(block, rules)).to.equal(block)
  })

  it('collapses repeated lines', () => {
    const rules = [{ collapse: /^#/, to: '#' }]

    expect(normalised('#\n# a\n#\nb\n#', rules)).to.equal('#\nb\n#\n')
  })

  it('sorts lines whose order is insignificant, keeping duplicates', () => {
    const rules = [{ sorted: /^u / }]

    expect(normalised('u 2\nu 1\nu 2\nx\nu 4\nu 3', rules)).to.equal('u 1\nu 2\nu 2\nx\nu 3\nu 4\n')
  })

  it('leaves a run of lines unsorted if it is too long to buffer', () => {
    const run = Array.from({ length: 2_500 }, (_, at) => `u ${9_999 - at}\n`).join('')

    expect(normalised(run, [{ sorted: /^u / }])).to.equal(run)
  })

  it('loses nothing of a body or entry that never ends', () => {
    const body = { body: { starts: /^begin/, lastLine: /^stop/, with: /secret/ } }
    const omitted = { omitted: { starts: /^begin/, lastLine: /^stop/, only: /^ / } }
    const short = 'begin\n secret\n a\n'
    const long = `begin\n secret\n${' a\n'.repeat(1_500)}stop\n`

    for (const rules of [[body], [omitted]]) {
      expect(normalised(short, rules)).to.equal(short)
      expect(normalised(long, rules)).to.equal(long)
    }
    expect(normalised('begin\n secret\n a\nstop\n', [body])).to.equal('begin\n<volatile>\nstop\n')
    expect(normalised('x\nbegin\n a\nstop\ny\n', [omitted])).to.equal('x\ny\n')
  })

  it('ignores blank lines at the end and a missing last line end', () => {
    const all = ['a\n\nb', 'a\n\nb\n', 'a\n\nb\n\n \n'].map((text) => normalised(text, []))

    expect(all).to.deep.equal(['a\n\nb\n', 'a\n\nb\n', 'a\n\nb\n'])
    expect(normalised('', [])).to.equal('')
    expect(normalised('\n\n', [])).to.equal('')
  })

  it('keeps every byte that no rule replaces', () => {
    const raw = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

    expect(normaliseText(described([]), 'text', raw).subarray(0, 256)).to.deep.equal(raw)
  })

  it('is independent of how the text is split, and buffers no more than necessary', () => {
    const raw = Buffer.from(generatedConfig(60_000, 3))
    const whole = normaliseText(netcoIosxe, 'running-config', raw)

    for (const seed of [1, 2, 3]) {
      const normaliser = createNormaliser(netcoIosxe, 'running-config')
      const parts = splitter(seed, 2_000)(raw).map((part) => normaliser.push(part))
      const largest = Math.max(...parts.map((part) => part.length))

      expect(Buffer.concat([...parts, normaliser.end()])).to.deep.equal(whole)
      expect(largest).to.be.below(4_000)
    }
  })

  it('is idempotent', () => {
    const once = normaliseText(netcoIosxe, 'running-config', Buffer.from(generatedConfig(9_000, 4)))

    expect(normaliseText(netcoIosxe, 'running-config', once)).to.deep.equal(once)
  })
})

describe('the line count', () => {
  it('includes a last line without a line end', () => {
    const counts = ['', 'a', 'a\n', 'a\nb', '\n\n'].map((text) => countLines(Buffer.from(text)))

    expect(counts).to.deep.equal([0, 1, 1, 2, 2])
  })
})

function described(rules: NormaliseRule[]) {
  return platform({
    id: 'example',
    name: 'Example',
    transports: ['ssh'],
    preferred: 'ssh',
    artifacts: { text: { kind: 'text', transports: ['ssh'] } },
    options: { type: 'object', additionalProperties: false, properties: {} },
    normalise: { revision: 1, rules },
  })
}

function normalised(text: string, rules: NormaliseRule[]): string {
  return normaliseText(described(rules), 'text', Buffer.from(text)).toString()
}
