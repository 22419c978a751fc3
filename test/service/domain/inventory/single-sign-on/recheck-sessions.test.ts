import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { recheckSessions } from '../../../../../service/domain/inventory/single-sign-on/recheck-sessions.ts'
import { sealSso } from '../../../../../service/domain/inventory/single-sign-on/seal-sso.ts'
import type { OutboundClient } from '../../../../../service/outbound/outbound-client.ts'
import { Session } from '../../../../../service/store/models/session.ts'
import { User } from '../../../../../service/store/models/user.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { type Customer, type TestService, must, startTestService } from '../../../../support/service.ts'
import { aTenantProvider, answerDiscovery } from '../../../../support/single-sign-on.ts'

const second = 1_000
const minute = 60 * second

describe('rechecks of sessions at a slow identity provider', () => {
  let service: TestService
  let customer: Customer
  before(async () => {
    service = await startTestService()
    customer = await service.hasTenant()
  })
  after(() => service.close())

  it('end those of 96 disabled users within five minutes, although each check is limited to 30 s', async () => {
    const { knex, serviceKeys } = service.dependencies
    const startedAt = service.dependencies.now().getTime()
    let at = startedAt
    let requests = 0
    const outgoing: OutboundClient = async (request) => {
      if (!request.url.endsWith('/token')) return answerDiscovery(request)
      requests += 1
      if (requests % 8 === 0) at += 8 * second // eight are asked at a time
      const body = Buffer.from(JSON.stringify({ error: 'invalid_grant' }))
      return { status: 400, headers: { 'content-type': 'application/json' }, body }
    }
    await haveSessions(96)
    const dependencies = { knex, outgoing, settingsKey: serviceKeys.settingsKey, now: () => new Date(at) }

    const ended: number[] = []
    while (at < startedAt + 5 * minute) {
      ended.push((await recheckSessions({ ...dependencies, warn: () => undefined })).ended)
      at += 5 * second
    }

    expect(ended.filter((count) => count > 0)).to.deep.equal([32, 32, 32])
    expect(requests).to.equal(96)
  })

  /** Users of one provider who have just logged in. */
  async function haveSessions(count: number): Promise<void> {
    const { knex, serviceKeys, now } = service.dependencies
    const admin = await service.as('platform_admin')
    const where = `/api/identity-provider?tenant=${customer.id}`
    const { id: identityProviderId } = must(await admin.put(where, aTenantProvider(customer)), 200)
    const [tenantId, createdAt] = [customer.id, now()]
    const ids = Array.from({ length: count }, () => randomUUID())
    await inScope(knex, { kind: 'platform' }, async (trx) => {
      await User.query(trx).insert(
        ids.map((id) => ({
          ...{
            id,
            tenantId,
            email: `${id}@${customer.slug}.example.net`,
            name: 'Bo',
            role: 'tenant_operator' as const,
          },
          ...{ identityProviderId, providerSubject: id, passwordChangedAt: createdAt, createdAt, updatedAt: createdAt },
        })),
      )
      await Session.query(trx).insert(
        ids.map((userId) => ({
          ...{ id: randomUUID(), tenantId, userId, identityProviderId, createdAt, providerCheckedAt: createdAt },
          tokenHash: randomBytes(32),
          expiresAt: new Date(createdAt.getTime() + 60 * minute),
          sealedRefreshToken: sealSso(serviceKeys.settingsKey, { field: 'refresh_token', id: userId }, 'a token'),
        })),
      )
    })
  }
})
