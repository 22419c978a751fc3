import { expect } from 'chai'
import { createProbe } from '../../../service/domain/inventory/single-sign-on/probe-unreachable.ts'
import { type OutboundClient, OutgoingFailed } from '../../../service/outbound/outbound-client.ts'
import { publish } from '../../support/published-events.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { aTenantProvider, aVerifier, answerDiscovery, returnTo } from '../../support/single-sign-on.ts'

const minuteMs = 60_000

describe('an identity provider that does not answer', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let isDown = false
  const outgoing: OutboundClient = (request) => {
    if (!isDown) return answerDiscovery(request)
    throw new OutgoingFailed('unreachable', {
      code: 'outbound_unreachable',
      params: { host: 'login.example.net', error: 'ECONNREFUSED' },
    })
  }
  before(async () => {
    service = await startTestService({ outgoing })
    customer = await service.hasTenant()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())

  const where = () => `/api/identity-provider?tenant=${customer.id}`
  const since = async () => must(await admin.get(where()), 200).unreachable_since
  const events = async () => {
    await publish(service)
    return must(await admin.get(`/api/events?tenant=${customer.id}`), 200)
      .filter(({ type }: { type: string }) => type.startsWith('identity_provider.'))
      .map(({ type, severity }: { type: string; severity: string }) => [type, severity])
  }
  const tryLogin = () => {
    const body = { challenge: aVerifier().challenge, return_to: returnTo, email: `bo@${customer.slug}.example.net` }
    return service.anonymous.post('/api/auth/sso', body)
  }

  it('is reported after five minutes, and again when it answers, without a login', async () => {
    const provider = must(await admin.put(where(), aTenantProvider(customer)), 200)
    const { knex, now, serviceKeys } = service.dependencies
    const probe = createProbe({ knex, now, outgoing, settingsKey: serviceKeys.settingsKey })
    isDown = true
    const failed = await tryLogin()
    const firstSince = await since()
    await service.advance(2 * minuteMs)
    await probe()
    const early = await events()
    await service.advance(3 * minuteMs)
    await probe()
    await service.advance(minuteMs)
    await probe()
    const reported = await events()
    const stillSince = await since()
    isDown = false
    await service.advance(minuteMs)
    await probe()
    await probe()

    const unreachable = ['identity_provider.unreachable', 'critical']
    expect([provider.unreachable_since, failed.body.code]).to.deep.equal([null, 'sso_provider_unreachable'])
    expect([early, reported]).to.deep.equal([[], [unreachable]])
    expect(firstSince).to.equal(stillSince)
    expect(await events()).to.have.deep.members([unreachable, ['identity_provider.reachable', 'info']])
    expect(await since()).to.equal(null)
  })

  it('is not reported if it answers within five minutes', async () => {
    const before = await events()
    const { knex, now, serviceKeys } = service.dependencies
    const probe = createProbe({ knex, now, outgoing, settingsKey: serviceKeys.settingsKey })
    await service.advance(6 * minuteMs) // metadata that were read before are outdated
    isDown = true
    await tryLogin()
    const firstSince = await since()
    isDown = false
    await service.advance(4 * minuteMs)
    await probe()

    expect(firstSince).not.to.equal(null)
    expect(await since()).to.equal(null)
    expect(await events()).to.deep.equal(before)
  })
})
