import { expect } from 'chai'
import { readDocument } from '../../../../shared/platforms/documents/read-document.ts'
import { type DocumentTest, replayTest } from '../../../../shared/platforms/documents/replay-test.ts'

const source = `coffer: 1
id: meridian_nx
name: Meridian NX
vendor: Meridian
evidence: { level: modelled }
verbs: cisco
ssh:
  prompt: { host: '[\\w.-]+', privileged: '#' }
  errors: ['^Cannot']
  preamble: ['^Building']
artifacts:
  config: { commands: [show config], first: '^hostname', last: '^end$', min_lines: 3 }
  licence: { commands: [show licence], last: '^end$', absent: '^none$' }
secrets: ['^password (\\S+)']
`

const test: DocumentTest = {
  prompt: 'core-7#',
  answers: [
    {
      ...{ artifact: 'config', command: 'show config', outcome: 'accepted', masked: [3] },
      lines: ['Building …', '', 'hostname core-7', 'password <secret>', 'end', ''],
    },
    { artifact: 'licence', command: 'show licence', outcome: 'absent', masked: [], lines: ['none'] },
  ],
}

describe('the test of a document', () => {
  const replay = (from = '', to = '') => {
    const read = readDocument(
      source.replace(from, () => to),
      () => undefined,
    )
    if (!read.extended) throw new Error(JSON.stringify(read.errors))
    return replayTest(read.extended, test).map(({ rule, artifact, line }) => [rule, artifact, line])
  }

  it('passes with the document that was tried, and with one that reads the same', () => {
    expect(replay()).to.deep.equal([])
    expect(replay("last: '^end$', min", "last: '^e', min")).to.deep.equal([])
  })

  for (const pattern of ['^password ([0-9A-F]+)$', '^password (\\$9\\$\\S+)$', '^password (\\d+)$'])
    it(`passes if a pattern matches only secrets of one form: ${pattern}`, () =>
      expect(replay('^password (\\S+)', pattern)).to.deep.equal([]))

  const changes: [name: string, from: string, to: string, ...fault: unknown[]][] = [
    ['the prompt', "'#'", "'>'", 'prompt', null, null],
    ['an error that matches the answer', '^Cannot', '^hostname', 'errors', 'config', 3],
    ['the first line', '^hostname', '^!', 'first', 'config', null],
    ['the last line', "'^end$', min", "'^done$', min", 'last', 'config', null],
    ['the number of lines', 'min_lines: 3', 'min_lines: 9', 'min_lines', 'config', null],
    ['brackets', 'min_lines: 3', 'brackets: true', 'brackets', 'config', null],
    ['a secret that is shown', '^password', '^pass ', 'secrets', 'config', 4],
    ['an absent artifact', '^none$', '^nothing$', 'absent', 'licence', null],
    ['an artifact that is taken for absent', 'min_lines: 3 }', "absent: '^hostname' }", 'absent', 'config', 3],
    ['a command', '[show config]', '[show running]', 'commands', 'config', null],
    ['the lines before the answer', "['^Building']", "['^Starting']", 'first', 'config', null],
  ]
  for (const [name, from, to, ...fault] of changes)
    it(`fails with another rule for ${name}`, () => expect(replay(from, to)).to.deep.equal([fault]))

  it('fails if the document no longer reads an artifact', () => {
    const licence = "  licence: { commands: [show licence], last: '^end$', absent: '^none$' }\n"

    expect(replay(licence)).to.deep.equal([['artifacts', 'licence', null]])
  })
})
