import { expect } from 'chai'
import { createLineFilter } from '../../../shared/diff/declared-differences.ts'
import { type LineChoice, compareDevices } from '../../../shared/platforms/compare-devices.ts'
import type { Outline } from '../../../shared/platforms/platform.ts'

const allLines = { kinds: ['golden', 'common', 'rare'], maxLines: 100, maxOutliers: 20 } as const

interface Case {
  golden?: string
  texts: string[]
  outline?: Outline
  declared?: string[]
  choice?: Partial<LineChoice>
  isOver?: () => boolean
  limit?: number
}

function compare({ golden, texts, outline = 'indent', declared = [], ...wanted }: Case) {
  const { choice = {}, isOver = () => false, limit } = wanted
  const startText = createLineFilter(declared.map((pattern) => ({ pattern })))
  const options = { outline, startText, choice: { ...allLines, ...choice }, isOver }
  return compareDevices(golden === undefined ? null : Buffer.from(golden), texts.map(Buffer.from), options, limit)
}

const shown = ({ lines }: ReturnType<typeof compare>) =>
  lines.map(({ kind, path, text, having, outlierIndexes }) => [
    kind,
    [...path, text].join(' > '),
    having,
    outlierIndexes,
  ])

describe('the comparison of devices with a golden text', () => {
  it('counts the devices that have each line, and names those that lack it', () => {
    const found = compare({
      golden: 'ntp server 10.0.0.1\nlogging host 10.0.0.2\n',
      texts: ['logging host 10.0.0.2\nntp server 10.0.0.1\n', 'ntp server 10.0.0.1\n', 'ntp server 10.0.0.9\n'],
    })

    expect(shown(found)).to.deep.equal([
      ['golden', 'ntp server 10.0.0.1', 2, [2]],
      ['golden', 'logging host 10.0.0.2', 1, [1, 2]],
      ['rare', 'ntp server 10.0.0.9', 1, [2]],
    ])
    expect(found.lines.map(({ line }) => line)).to.deep.equal([1, 2, null])
    expect(found.texts).to.deep.equal([
      { missing: 0, extra: 0 },
      { missing: 1, extra: 0 },
      { missing: 2, extra: 1 },
    ])
    expect(found.totals).to.deep.equal({ golden: 2, common: 0, rare: 1, everywhere: 0 })
  })

  it('takes a line of one block as another line than that of a second block', () => {
    const text = (first: string, second: string) =>
      `interface Gi1/0/1\n description ${first}\n!\ninterface Gi1/0/2\n description ${second}\n!\n`

    const found = compare({ golden: text('a', 'b'), texts: [text('a', 'b'), text('b', 'a')] })

    expect(shown(found)).to.deep.equal([
      ['golden', 'interface Gi1/0/1 > description a', 1, [1]],
      ['golden', 'interface Gi1/0/2 > description b', 1, [1]],
      ['rare', 'interface Gi1/0/1 > description b', 1, [1]],
      ['rare', 'interface Gi1/0/2 > description a', 1, [1]],
    ])
  })

  it('reports lines that most devices have and the golden text lacks', () => {
    const found = compare({ golden: 'a\n', texts: ['a\nlldp run\n', 'a\nlldp run\n', 'a\n'] })

    expect(shown(found)).to.deep.equal([['common', 'lldp run', 2, [2]]])
    expect(found.lines[0]).to.include({ line: null, isLacking: true, outliers: 1 })
  })

  it('ignores the order, repeated lines, indentation and what only ends a block', () => {
    const found = compare({
      golden: 'router bgp 1\n  neighbor a\n  neighbor a\nend\n',
      texts: ['!\nrouter bgp 1\n neighbor a\n exit\n!\n'],
    })

    expect(found.texts).to.deep.equal([{ missing: 0, extra: 0 }])
    expect(found.totals.golden).to.equal(2)
  })

  it('understands blocks in braces', () => {
    const found = compare({
      outline: 'braces',
      golden: 'system {\n    services {\n        ssh;\n    }\n}\n',
      texts: ['ssh', 'telnet'].map((name) => `system {\n    services {\n        ${name};\n    }\n}\n`),
    })

    expect(shown(found)).to.deep.equal([
      ['golden', 'system { > services { > ssh;', 1, [1]],
      ['rare', 'system { > services { > telnet;', 1, [1]],
    ])
  })

  it('compares no salted hashes and no bodies of keys and certificates', () => {
    const text = (hash: string, body: string) =>
      `enable secret 9 ${hash}\nset private-key "-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----"\nset name a\n`

    const found = compare({
      golden: text('$9$aaaa$bbbb', 'QUJD\nREVG'),
      texts: [text('$9$cccc$dddd', 'WFla'), text('$9$aaaa$bbbb', 'QUJD').replace('set name a', 'set name b')],
    })

    expect(found.texts[0]).to.deep.equal({ missing: 0, extra: 0 })
    expect(JSON.stringify(found)).to.not.match(/QUJD|WFla|\$9\$/)
  })

  it('compares no certificate that IOS shows in hexadecimal digits', () => {
    const text = (digits: string) =>
      `crypto pki certificate chain TP\n certificate self-signed 01\n  ${digits} 30820\n  ${digits}\n  \tquit\nend\n`

    const found = compare({ golden: text('30820330 A0'), texts: [text('30820229 B1')] })

    expect(found.texts).to.deep.equal([{ missing: 0, extra: 0 }])
    expect(found.totals.golden).to.equal(2)
  })

  it('ignores the comma after an element of JSON', () => {
    const found = compare({
      golden: '{\n  "a": 1,\n  "b": "x"\n}\n',
      texts: ['{\n  "b": "x",\n  "a": 1\n}\n'],
    })

    expect(found.texts).to.deep.equal([{ missing: 0, extra: 0 }])
  })

  it('compares what declared differences leave of each line', () => {
    const declared = ['^hostname (.*)', '^!', '^ ip address (.*)']
    const text = (name: string) => `hostname ${name}\n! ${name}\ninterface Vlan1\n ip address ${name}\n`

    const found = compare({ declared, golden: text('a'), texts: [text('b'), 'interface Vlan1\n'] })

    expect(found.texts[0]).to.deep.equal({ missing: 0, extra: 0 })
    expect(shown(found).map(([, line]) => line)).to.deep.equal(['hostname …', 'interface Vlan1 > ip address …'])
  })

  it('expects what most devices have if there is no golden text', () => {
    const found = compare({ texts: ['a\nb\n', 'a\nb\n', 'a\nc\n', 'a\nb\n'] })

    expect(shown(found)).to.deep.equal([
      ['common', 'b', 3, [2]],
      ['rare', 'c', 1, [2]],
    ])
    expect(found.texts[2]).to.deep.equal({ missing: 1, extra: 1 })
    expect(found.totals).to.deep.equal({ golden: 0, common: 2, rare: 1, everywhere: 1 })
  })

  it('lists lines with the fewest outliers first, and names at most some outliers', () => {
    const texts = ['a\nb\nc\n', 'a\nb\n', 'a\n', '']

    const found = compare({ golden: 'c\nb\na\n', texts, choice: { maxLines: 2, maxOutliers: 1 } })

    expect(shown(found)).to.deep.equal([
      ['golden', 'a', 3, [3]],
      ['golden', 'b', 2, null],
    ])
    expect(found.matching).to.equal(3)
  })

  it('lists the lines of a device, or a line with all its outliers', () => {
    const golden = 'a\nb\n'
    const texts = ['a\nlldp run\n', 'a\nb\nlldp run\n', 'b\nx\n']

    expect(shown(compare({ golden, texts, choice: { text: 0 } }))).to.deep.equal([
      ['golden', 'b', 2, [0]],
      ['common', 'lldp run', 2, [2]],
    ])
    expect(shown(compare({ golden, texts, choice: { line: 1 } }))).to.deep.equal([['golden', 'a', 2, [2]]])
  })

  it('returns what it has if the time is over, or the texts differ too much', () => {
    let left = 2
    const late = compare({ golden: 'a\n', texts: ['a\n', 'b\n', 'c\n'], isOver: () => left-- === 0 })
    const different = compare({ golden: 'a\n', texts: ['a\n', 'b\nc\nd\ne\nf\ng\n'], limit: 2 })

    expect([late.stopped, late.texts.length]).to.deep.equal(['time', 2])
    expect([different.stopped, different.texts]).to.deep.equal(['lines', [{ missing: 0, extra: 0 }]])
  })
})
