import { expect } from 'chai'
import { contractPage, readContract, unproven } from './write-contract.ts'

describe('docs/contract.md', () => {
  it('names a test that there is for every line of the contract', () => {
    expect(unproven(readContract())).to.deep.equal([])
  })

  it('is what the lines and their tests make of it', async () => {
    const { now, should } = await contractPage()

    expect(now === should, 'run `node test/docs/write-contract.ts`').to.equal(true)
  })

  it('would tell of a line without a test, and of a test that is gone', () => {
    const lines = [
      { line: 'a' },
      { line: 'b', by: 'service/http/auth > no such words' },
      { line: 'c', by: 'no/file > it' },
    ]

    expect(unproven([{ section: 's', lines }])).to.deep.equal([
      's: a: no test',
      's: b: there is no service/http/auth > no such words',
      's: c: there is no no/file > it',
    ])
  })
})
