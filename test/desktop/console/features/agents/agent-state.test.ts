import { expect } from 'chai'
import { type Agent, enrolmentStanding } from '../../../../../desktop/console/features/agents/agent-state.ts'

describe('an agent’s enrolment', () => {
  const agent = (status: Agent['status'], enrolled_at: string | null) => ({ status, enrolled_at }) as Agent
  const before = agent('pending', null)
  const after = '2026-11-21T10:00:00.000Z'

  it('is awaited until the token expires', () => {
    expect(enrolmentStanding(before, before, false)).to.equal('waiting')
    expect(enrolmentStanding(before, before, true)).to.equal('expired')
  })

  it('continues once the token was used, however long the agent takes to connect', () => {
    expect(enrolmentStanding(before, agent('offline', after), true)).to.equal('enrolled')
    expect(enrolmentStanding(before, agent('online', after), true)).to.equal('there')
  })

  it('of a previously enrolled agent is the new one', () => {
    const old = agent('online', '2026-01-01T00:00:00.000Z')

    expect(enrolmentStanding(old, old, false)).to.equal('waiting')
    expect(enrolmentStanding(old, agent('online', after), false)).to.equal('there')
  })
})
