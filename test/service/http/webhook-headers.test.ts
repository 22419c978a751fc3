import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import { recordEvents } from '../../../service/domain/outbox/events/record-events.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { deliver, publish } from '../../support/published-events.ts'

type Webhook = components['schemas']['Webhook']

const url = 'https://hooks.example.net/coffer'
const secret = 'a secret of some length'
const token = 'Bearer not-for-anybody'

describe('webhook headers', () => {
  let service: TestService
  let customer: Customer
  let owner: Client
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())
  beforeEach(async () => {
    customer = await service.hasTenant()
    owner = await customer.as('tenant_admin')
  })

  let made = 0
  const post = (headers: object[]) => owner.post('/api/webhooks', { name: `webhook ${++made}`, url, secret, headers })
  const hook = async (headers: object[]): Promise<Webhook> => must(await post(headers), 201)
  const patch = ({ id }: Webhook, change: object) => owner.patch(`/api/webhooks/${id}`, change)
  const sent = async () => {
    const data = { run_id: customer.id, trigger: 'manual' }
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      recordEvents({ trx, now: service.dependencies.now() }, [{ type: 'run.failed', tenantId: customer.id, data }]),
    )
    await publish(service)
    const [delivery] = await deliver(service, () => 204)
    return delivery?.headers ?? {}
  }
  const two = [
    { name: 'Authorization', value: token },
    { name: 'X-Team', value: 'network' },
  ]

  it('are sent with each delivery beside the signature', async () => {
    await hook(two)

    const headers = await sent()

    expect(headers).to.include({ authorization: token, 'x-team': 'network', 'content-type': 'application/json' })
    expect(headers['x-coffer-signature']).to.match(/^sha256=/)
  })

  it('are returned by name only, also in the audit, and stored sealed', async () => {
    const webhook = await hook(two)
    await patch(webhook, { headers: [{ name: 'Authorization', value: `${token}-2` }] })
    const read = must(await owner.get(`/api/webhooks/${webhook.id}`), 200)
    const audit = must(await owner.get('/api/audit?action=webhook.create'), 200)
    const rows = await inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => [
      ...(await trx('notification_channels').where({ id: webhook.id })),
      ...(await trx('audit').where({ object_id: webhook.id })),
    ])

    expect(webhook.header_names).to.deep.equal(['Authorization', 'X-Team'])
    expect(read.header_names).to.deep.equal(['Authorization'])
    expect(audit[0].detail.header_names).to.deep.equal(['Authorization', 'X-Team'])
    expect(JSON.stringify([webhook, read, rows])).to.not.include('not-for-anybody')
    expect(rows[0].headers.includes('not-for-anybody')).to.equal(false)
  })

  it('keep the stored value if a change omits it', async () => {
    const webhook = await hook(two)
    must(await patch(webhook, { headers: [{ name: 'authorization' }, { name: 'X-New', value: 'new' }] }), 200)

    const headers = await sent()

    expect(headers).to.include({ authorization: token, 'x-new': 'new' })
    expect(headers).to.not.have.property('x-team')
  })

  it('require their values again for another address', async () => {
    const webhook = await hook(two)

    const alone = await patch(webhook, { url: 'https://other.example.net/' })
    const kept = await patch(webhook, { url: 'https://other.example.net/', headers: [{ name: 'Authorization' }] })
    const given = await patch(webhook, { url: 'https://other.example.net/', headers: two })
    const emptied = await patch(webhook, { url, headers: [] })

    expect([alone.status, kept.status, given.status, emptied.status]).to.deep.equal([422, 422, 200, 200])
    expect([alone.body.errors[0].path, kept.body.errors[0].path]).to.deep.equal(['headers', 'headers'])
    expect(emptied.body.header_names).to.deep.equal([])
    expect(await sent()).to.not.have.property('authorization')
  })

  it('are rejected if reserved, duplicate, or with a line break', async () => {
    const names = [
      'Host',
      'content-length',
      'Content-Type',
      'Transfer-Encoding',
      'connection',
      'TE',
      'X-Coffer-Signature',
    ]
    const reserved = await Promise.all(names.map((name) => post([{ name, value: 'x' }])))
    const others = await Promise.all([
      post([...two, { name: 'AUTHORIZATION', value: 'x' }]),
      post([{ name: 'X-A', value: 'a\r\nHost: b' }]),
      post([{ name: 'X A', value: 'a' }]),
      post([{ name: 'X-A' }]),
      post(Array.from({ length: 11 }, (_, at) => ({ name: `X-${at}`, value: 'a' }))),
    ])

    expect(reserved.map(({ status, body }) => [status, body.errors[0].path])).to.deep.equal(
      names.map(() => [422, 'headers.0.name']),
    )
    expect(others.map(({ status }) => status)).to.deep.equal([422, 422, 422, 422, 422])
    expect(JSON.stringify(others.map(({ body }) => body))).to.not.include('not-for-anybody')
  })
})
