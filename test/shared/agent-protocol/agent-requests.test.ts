import fs from 'node:fs'
import { expect } from 'chai'
import { readAgentRequests, storedRequests } from './agent-requests.ts'

describe('requests of agents', () => {
  it('stay those of protocol 2, because a service rejects unknown fields: another request needs another protocol', () => {
    expect(readAgentRequests()).to.deep.equal(JSON.parse(fs.readFileSync(storedRequests, 'utf8')))
  })
})
