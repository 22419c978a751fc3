import { expect } from 'chai'
import { joinTests, splitTests } from '../../../../shared/platforms/documents/exported-document.ts'

const answer = { artifact: 'config', command: 'show config', outcome: 'accepted' as const, masked: [1] }
const tests = [
  { name: 'a', transcript: { prompt: 'a#', answers: [{ ...answer, lines: ['---', 'coffer_tests: []', 'é "x"'] }] } },
]

describe('the file of an exported document', () => {
  for (const source of ['coffer: 1\nid: acme\n', 'coffer: 1\nid: acme'])
    it(`contains source and tests, ${source.endsWith('\n') ? 'with' : 'without'} a line end between them`, () => {
      const file = joinTests(source, tests)

      expect(splitTests(file)).to.deep.equal({ source: 'coffer: 1\nid: acme\n', tests })
      expect(splitTests(file.replaceAll('\n', '\r\n'))).to.deep.equal({ source: 'coffer: 1\nid: acme\n', tests })
    })

  it('is the source without tests', () => {
    expect(joinTests('coffer: 1\n', [])).to.equal('coffer: 1\n')
    expect(splitTests('coffer: 1\r\n')).to.deep.equal({ source: 'coffer: 1\r\n', tests: [] })
  })

  it('cannot be read if its tests are truncated or malformed', () => {
    const file = joinTests('coffer: 1\n', tests)

    expect(splitTests(file.slice(0, -5))).to.equal(null)
    expect(splitTests('coffer: 1\n---\ncoffer_tests: {}\n')).to.equal(null)
    expect(splitTests('coffer: 1\n---\ncoffer_tests: [{"name":"a"}]\n')).to.equal(null)
  })
})
