import { expect } from 'chai'
import { type Agent, enrolmentState } from '../../../../../desktop/console/features/agents/agent-state.ts'

describe('an agent’s enrolment', () => {
  const agent = (status: Agent['status'], enrolled_at: string | null) => ({ status, enrolled_at }) as Agent
  const before = agent('pending', null)
  const after = '2026-11-21T10:00:00.000Z'

  it('is awaited until the token expires', () => {
    expect(enrolmentState(before, before, false)).to.equal('waiting')
    expect(enrolmentState(before, before, true)).to.equal('expired')
  })

  it('continues once the token was used, however long the agent takes to connect', () => {
    expect(enrolmentState(before, agent('offline', after), true)).to.equal('enrolled')
    expect(enrolmentState(before, agent('online', after), true)).to.equal('there')
  })

  it('of a previously enrolled agent is the new one', () => {
    const old = agent('online', '2026-01-01T00:00:00.000Z')

    expect(enrolmentState(old, old, false)).to.equal('waiting')
    expect(enrolmentState(old, agent('online', after), false)).to.equal('there')
  })
})
