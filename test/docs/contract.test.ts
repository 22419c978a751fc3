import { expect } from 'chai'
import { parseSource, subjectsOf } from './contract-proofs.ts'
import { contractPage, readContract, unproven } from './write-contract.ts'

describe('docs/contract.md', () => {
  it('names an existing test for every line of the contract', () => {
    expect(unproven(readContract())).to.deep.equal([])
  })

  it('is generated from contract.yaml', async () => {
    const { now, should } = await contractPage()

    expect(now === should, 'run `node test/docs/write-contract.ts`').to.equal(true)
  })

  it('names the operation, option or setting of each line that is about one', () => {
    const sections = readContract()
    const options = sections.find(({ section }) => section.startsWith('Collection options'))?.lines ?? []
    const endpoints = sections.filter(({ section }) => section.startsWith('Endpoints')).flatMap(({ lines }) => lines)
    const requests = endpoints.filter(({ line }) => /^(GET|POST|PUT|PATCH|DELETE) /.test(line))

    expect(options.filter(({ about }) => !about?.length)).to.deep.equal([])
    expect(requests.length).to.be.above(30)
    expect(requests.filter(({ line, about }) => !(about ?? subjectsOf(line)).some((one) => one.startsWith('/')))).to.deep.equal([]) // prettier-ignore
  })

  it('is rejected when a line has no sound proof', () => {
    const lines = [
      { line: 'a' },
      { line: 'b', by: 'service/http/auth > no such words' },
      { line: 'c', by: 'no/file > it' },
      { line: 'd', by: 'service/http/versions > are compared with' },
      { line: '`tls_fingerprint` pins a certificate', by: 'agent/sessions/https > only the pinned certificate' },
      { line: 'GET /api/nothing/{id}/here', by: 'agent/sessions/https > only the pinned certificate' },
    ]

    expect(unproven([{ section: 's', lines }])).to.deep.equal([
      's: a: no test',
      's: b: there is no service/http/auth > no such words',
      's: c: there is no no/file > it',
      's: d: there are 2 of service/http/versions > are compared with',
      's: `tls_fingerprint` pins a certificate: no test of it mentions tls_fingerprint',
      's: GET /api/nothing/{id}/here: no test of it mentions /api/nothing/{id}/here',
    ])
  })

  it('recognises tests that are skipped, and tests that assert nothing', () => {
    const source = `
      describe.skip('group', () => { it('first', () => { expect(1) }) })
      it('second', () => { run() })
      it('third', () => { check() })
      function check() { expect(1) }`

    const blocks = parseSource(source, 'test/docs').blocks.map(({ title, isSkipped, calls }) => [title, isSkipped, calls.has('expect')]) // prettier-ignore

    expect(blocks).to.deep.equal([
      ['group', true, true],
      ['first', true, true],
      ['second', false, false],
      ['third', false, true],
    ])
  })
})
