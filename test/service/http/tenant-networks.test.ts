import { expect } from 'chai'
import { type Answer, type TestService, clientOf, must, startTestService } from '../../support/service.ts'

const password = 'a password of some length'
const outside = ['203.0.113.0/24', '2001:db8::/32']

describe('the allowed networks of a customer', () => {
  let service: TestService
  let customer: string
  before(async () => {
    service = await startTestService()
    customer = (await service.hasTenant('acme')).id
  })
  after(() => service.close())

  const codeOf = ({ status, body }: Answer) => `${status} ${body.code}`

  it('limit logins, open sessions and API tokens of its users, and no others', async () => {
    const admin = await service.as('platform_admin')
    const email = 'anna@example.net'
    const user = { email, name: 'Anna', role: 'tenant_admin', password }
    must(await admin.post(`/api/users?tenant=${customer}`, user), 201)
    const logIn = (with_ = password) => service.anonymous.post('/api/auth/login', { email, password: with_ })
    const session = clientOf(service.url, must(await logIn(), 200).token)
    const { confirmation } = must(await session.post('/api/auth/confirm', { password }), 200)
    const confirmed = clientOf(service.url, session.token, confirmation)
    const made = must(await confirmed.post('/api/auth/tokens', { name: 'sync', role: 'tenant_readonly' }), 201)
    const token = clientOf(service.url, made.token)

    must(await admin.patch(`/api/tenants/${customer}`, { allowed_networks: outside }), 200)

    for (const answer of [await logIn(), await session.get('/api/auth/me'), await token.get('/api/devices')]) {
      expect(codeOf(answer)).to.equal('403 network_not_allowed')
    }
    expect(codeOf(await logIn('a wrong password, too'))).to.equal('401 login_failed')
    must(await admin.get(`/api/devices?tenant=${customer}`), 200)
    const audit = must(await admin.get(`/api/audit?tenant=${customer}`), 200)
    const refused = audit.filter((row: { outcome: string; detail: { networks?: string[] } }) => row.detail?.networks)
    expect(
      refused.map(({ action, outcome }: { action: string; outcome: string }) => `${action} ${outcome}`),
    ).to.have.members([
      'token.create done',
      'tenant.update done',
      'auth.login refused',
      'session.use refused',
      'token.use refused',
    ])

    must(await admin.patch(`/api/tenants/${customer}`, { allowed_networks: [...outside, '127.0.0.1'] }), 200)

    must(await session.get('/api/auth/me'), 200)
    must(await token.get('/api/devices'), 200)
    must(await logIn(), 200)
  })

  it('are addresses or networks, and need a confirmation', async () => {
    const admin = await service.as('platform_admin')
    const path = `/api/tenants/${customer}`

    const wrong = await admin.patch(path, { allowed_networks: ['192.0.2.0/24', 'the office'] })

    expect([wrong.status, wrong.body.errors[0].path]).to.deep.equal([422, 'allowed_networks.1'])
    const unconfirmed = await clientOf(service.url, admin.token).patch(path, { allowed_networks: [] })
    expect(codeOf(unconfirmed)).to.equal('403 confirmation_required')
  })
})
