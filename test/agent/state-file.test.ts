import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { CommandError } from '../../agent/exit-codes.ts'
import { type AgentState, readState, wipeState, writeState } from '../../agent/state-file.ts'
import { lockState } from '../../agent/state-lock.ts'

describe('the agent’s state', () => {
  let folder: string
  const state: AgentState = {
    url: 'https://coffer.example.net',
    agentId: '0192f0c4-0000-7000-8000-000000000001',
    keySeed: Buffer.alloc(32, 7).toString('base64'),
    serviceKey: Buffer.alloc(32, 8).toString('base64'),
    sequence: 4,
  }

  beforeEach(() => {
    folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-test-agent-')), 'state')
  })

  afterEach(() => fs.rmSync(path.dirname(folder), { recursive: true }))

  it('is read as written, and readable only by its owner', () => {
    writeState(folder, state)
    writeState(folder, { ...state, sequence: 5 })

    expect(readState(folder)).to.deep.equal({ ...state, sequence: 5 })
    expect(fs.statSync(path.join(folder, 'agent.json')).mode & 0o777).to.equal(0o600)
    expect(fs.statSync(folder).mode & 0o777).to.equal(0o700)
    expect(fs.readdirSync(folder)).to.deep.equal(['agent.json'])
  })

  it('is the previous one after a crash during a write', () => {
    writeState(folder, state)
    fs.writeFileSync(path.join(folder, 'agent.json.new'), '{"half":')

    expect(readState(folder)).to.deep.equal(state)
    writeState(folder, state)
    expect(readState(folder)).to.deep.equal(state)
  })

  it('is rejected when damaged, without quoting it', () => {
    writeState(folder, state)
    const file = path.join(folder, 'agent.json')
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').slice(0, -20))

    expect(() => readState(folder))
      .to.throw(CommandError, /damaged/)
      .and.not.to.match(/BwcH/)
  })

  it('has no key after revocation', () => {
    writeState(folder, state)

    wipeState(folder, { url: state.url, agentId: state.agentId, revokedAt: '2026-11-21T10:00:00.000Z' })

    const left = fs.readFileSync(path.join(folder, 'agent.json'), 'utf8')
    expect(left).to.not.contain(state.keySeed)
    expect(readState(folder)).to.have.property('revokedAt')
  })

  it('belongs to one process at a time', () => {
    const unlock = lockState(folder)
    const second = lockState(folder)
    unlock?.()
    const third = lockState(folder)

    expect([unlock, second, third].map((lock) => lock !== undefined)).to.deep.equal([true, false, true])
    third?.()
  })
})
