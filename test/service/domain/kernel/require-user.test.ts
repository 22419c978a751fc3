import { expect } from 'chai'
import { requireSessionId, requireUserId } from '../../../../service/domain/kernel/require-user.ts'
import type { Actor } from '../../../../service/domain/kernel/context.ts'
import { serviceActor } from '../../../../service/domain/kernel/service-actor.ts'

const user: Actor = {
  kind: 'user',
  id: 'a',
  name: 'a@example.net',
  role: 'platform_operator',
  tenantId: null,
  sessionId: 's',
}

describe('an action of a user', () => {
  it('has the user and the session of the caller', () => {
    expect([requireUserId({ actor: user }), requireSessionId({ actor: user })]).to.deep.equal(['a', 's'])
  })

  it('is rejected without a user or without a session', () => {
    const { sessionId: _, ...withoutSession } = user

    expect(() => requireUserId(serviceActor))
      .to.throw()
      .with.property('code', 'session_required')
    expect(() => requireSessionId({ actor: withoutSession }))
      .to.throw()
      .with.property('code', 'session_required')
  })
})
