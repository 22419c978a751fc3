import { expect } from 'chai'
import { proposeVolatile } from '../../../agent/dry-run/propose-volatile.ts'
import { maskLines } from '../../../agent/dry-run/transcript.ts'
import { compileStored } from '../../../shared/platforms/stored-platform.ts'
import { aDocument } from '../../support/platform-documents.ts'

const rules = "compare: { ignored: ['^! Last .*'], volatile: ['^ntp offset (.*)'] }\nsecrets: ['^badge (\\S+)']\n"
const platform = compileStored(aDocument('acme_switch', rules).extended)
const mask = (lines: readonly string[]) => maskLines(lines, platform, (text) => text)

const changes = (first: string, second: string) =>
  proposeVolatile({ key: 'running-config', first: Buffer.from(first), second: Buffer.from(second) }, platform, mask)

describe('the lines that differ between two readings', () => {
  it('are none if the document ignores the difference', () => {
    const readings = ['1', '2'].map((at) => `! Last change ${at}\nntp offset ${at}\nend\n`)

    expect(changes(readings[0]!, readings[1]!)).to.deep.equal({ changed_lines: 0, differences: [] })
  })

  it('have a pattern around the words that differ', () => {
    const found = changes('a\nuptime is 3 days, 4 hours (total)\nend\n', 'a\nuptime is 3 days, 5 hours (total)\nend\n')

    expect(found.changed_lines).to.equal(1)
    expect(found.differences).to.deep.equal([
      {
        first: 'uptime is 3 days, 4 hours (total)',
        second: 'uptime is 3 days, 5 hours (total)',
        proposal: '^uptime is 3 days, (.*) hours \\(total\\)$',
      },
    ])
  })

  it('have no pattern if all of a line differs, or if only one reading has it', () => {
    const found = changes('12345\nend\n', '67890\nend\nmore\n')

    expect(found.differences).to.deep.equal([
      { first: '12345', second: '67890', proposal: null },
      { first: null, second: 'more', proposal: null },
    ])
  })

  it('contain no secret, which may be what differs', () => {
    const found = changes('badge one-word 5\nend\n', 'badge two-word 5\nend\n')

    expect(found.differences).to.deep.equal([
      { first: 'badge <secret> 5', second: 'badge <secret> 5', proposal: '^badge (\\S+) 5$' },
    ])
  })

  it('are at most 50, with their number', () => {
    const reading = (value: string) => `${Array.from({ length: 80 }, (_, at) => `counter ${at} ${value}`).join('\n')}\n`
    const found = changes(reading('1'), reading('2'))

    expect([found.changed_lines, found.differences.length]).to.deep.equal([80, 50])
  })
})
