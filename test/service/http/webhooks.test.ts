import { createHmac } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import { message } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import { createOutboundClient } from '../../../service/outbound/create-outbound-client.ts'
import { recordEvents, type NewEvent } from '../../../service/domain/outbox/events/record-events.ts'
import { createDeliverer } from '../../../service/domain/outbox/channels/deliver-notifications.ts'
import { OutgoingFailed } from '../../../service/outbound/outbound-client.ts'
import { inScope } from '../../../service/store/scope.ts'
import { codedErrors } from '../../support/field-errors.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { type Sent, deliver, deliveryParts, publish } from '../../support/published-events.ts'

type Webhook = components['schemas']['Webhook']

const hourMs = 3_600_000
const secret = 'a secret of some length'
const url = 'https://hooks.example.net/services/T0/this-part-is-a-secret'

describe('webhooks', () => {
  let service: TestService
  let customer: Customer
  let owner: Client
  let admin: Client
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  after(() => service.close())
  beforeEach(async () => {
    customer = await service.hasTenant()
    owner = await customer.as('tenant_admin')
  })

  let made = 0
  const hook = async (fields: object = {}, client = owner, query = ''): Promise<Webhook> =>
    must(await client.post(`/api/webhooks${query}`, { name: `webhook ${++made}`, url, secret, ...fields }), 201)
  const device = (fields: object = {}) => {
    const plain = { id: customer.id, name: 'r1', site: 'Lyon', platform: 'netco_iosxe', tags: ['core'] }
    return { ...plain, ...fields }
  }
  const happen = async (...events: Partial<NewEvent>[]) => {
    const data = { run_id: customer.id, trigger: 'manual' }
    const all = events.map((event) => ({ type: 'run.failed', tenantId: customer.id, data, ...event }) as NewEvent)
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      recordEvents({ trx, now: service.dependencies.now() }, all),
    )
    await publish(service)
  }
  const eventsIn = (sent: Sent[]) => sent.flatMap(({ body }) => JSON.parse(body).events as { type: string }[])
  type Attempt = components['schemas']['WebhookDelivery']['attempts'][number]
  const codedAttempt = ({ status, error_code: code, error_params: params }: Attempt) => [status, code, params]
  const deliveriesOf = async ({ id }: Webhook) => must(await owner.get(`/api/webhooks/${id}/deliveries`), 200)

  it('are rejected for an address that no delivery may use, and accepted for an allowed one', async () => {
    const fields = { secret: 'a long enough secret' }
    const made = (name: string, url: string) =>
      admin.post(`/api/webhooks?tenant=${customer.id}`, { ...fields, name, url })

    const own = await made('own', 'http://127.0.0.1:18250/')
    const allowed = await made('allowed', 'http://127.0.0.1:9/')
    const moved = await admin.patch(`/api/webhooks/${allowed.body.id}?tenant=${customer.id}`, {
      url: 'http://169.254.169.254/',
    })

    expect([own.status, allowed.status, moved.status]).to.deep.equal([422, 201, 422])
    expect(codedErrors(own.body)).to.deep.equal([
      {
        path: 'url',
        code: 'address_not_allowed',
        params: { host: '127.0.0.1:18250', reason: 'own_host' },
      },
    ])
    must(await admin.delete(`/api/webhooks/${allowed.body.id}?tenant=${customer.id}`), 204)
  })

  it('send an event signed over time, id and body, without configuration content', async () => {
    const { id } = await hook()
    await happen({ device: device(), data: { run_id: customer.id, trigger: 'manual', error_code: 'auth_failed' } })

    const [sent, ...more] = await deliver(service, () => 204)

    const body = JSON.parse(sent?.body ?? '')
    const { 'x-coffer-delivery': delivery, 'x-coffer-timestamp': time } = sent?.headers ?? {}
    const signature = createHmac('sha256', secret).update(`${time}.${delivery}.${sent?.body}`).digest('hex')
    expect(more).to.deep.equal([])
    expect(sent?.url).to.equal(url)
    expect(sent?.headers['x-coffer-signature']).to.equal(`sha256=${signature}`)
    expect(body).to.include({ id: delivery, webhook_id: id, kind: 'event', text: 'warning: run.failed r1' })
    expect(body.events[0]).to.deep.include({ type: 'run.failed', device: device(), tenant_id: customer.id })
  })

  it('return neither their secret nor more of their address than the host', async () => {
    const made = await hook()
    const listed = await owner.get('/api/webhooks')
    const patched = await owner.patch(`/api/webhooks/${made.id}`, { url: `${url}-2`, secret: `${secret}-2` })

    const rows = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('notification_channels'))
    const all = JSON.stringify([made, listed.body, patched.body, rows.map((row) => JSON.stringify(row))])
    expect(made.host).to.equal('hooks.example.net')
    expect(all).to.not.include('this-part-is-a-secret')
    expect(all).to.not.include(secret)
  })

  it('receive what passes their filters, and events without a device only without device filters', async () => {
    const wanted = {
      'by type': await hook({ events: ['run.blocked'] }),
      'by severity': await hook({ min_severity: 'critical' }),
      'by site': await hook({ sites: ['Lyon'] }),
      'by tag': await hook({ tags: ['core', 'edge'] }),
      'by platform': await hook({ platforms: ['fwco_fortios'] }),
      all: await hook(),
      disabled: await hook({ enabled: false }),
    }
    await happen(
      { type: 'run.failed', device: device() },
      { type: 'run.blocked', device: device({ site: 'Ghent', platform: 'fwco_fortios' }) },
      { type: 'integrity.damaged', device: undefined },
      { type: 'version.written', device: device({ tags: [] }) },
    )

    const sent = await deliver(service, () => 200)

    const deliveries = Object.entries(wanted).map(([name, { id }]) => {
      return [name, eventsIn(sent.filter(({ body }) => JSON.parse(body).webhook_id === id)).map(({ type }) => type)]
    })
    expect(Object.fromEntries(deliveries)).to.deep.equal({
      'by type': ['run.blocked'],
      'by severity': ['integrity.damaged'],
      'by site': ['run.failed', 'version.written'],
      'by tag': ['run.failed', 'run.blocked'],
      'by platform': ['run.blocked'],
      all: ['run.failed', 'run.blocked', 'integrity.damaged', 'version.written'],
      disabled: [],
    })
  })

  it('receive events of their tenant, and platform ones those of all within their creator’s permissions', async () => {
    const other = await service.hasTenant()
    const operator = await service.as('platform_operator')
    const [own, ofOperator, ofAdmin] = [await hook(), await hook({}, operator), await hook({}, admin)]
    await happen({}, { tenantId: other.id }, { type: 'settings.changed', tenantId: null })

    const sent = await deliver(service, () => 200)
    for (const { id } of [ofOperator, ofAdmin]) await admin.delete(`/api/webhooks/${id}`)

    const count = ({ id }: Webhook) => sent.filter(({ body }) => JSON.parse(body).webhook_id === id).length
    expect([own, ofOperator, ofAdmin].map(count)).to.deep.equal([1, 2, 3])
  })

  it('receive the events of a digest interval together', async () => {
    const webhook = await hook({ digest_minutes: 10 })
    await happen({ device: device() }, { device: device({ name: 'r2' }) })
    service.advance(5 * 60_000)
    await happen({ type: 'device.recovered', device: device() })
    const early = await deliver(service, () => 200)
    service.advance(5 * 60_000)

    const sent = await deliver(service, () => 200)

    expect(early).to.deep.equal([])
    expect(eventsIn(sent).map(({ type }) => type)).to.deep.equal(['run.failed', 'run.failed', 'device.recovered'])
    expect((await deliveriesOf(webhook))[0]).to.include({ kind: 'digest', status: 'delivered' })
  })

  it('are retried with growing delays, the same id and body, until success', async () => {
    const webhook = await hook()
    await happen({ device: device() })
    const reason = message('outbound_timed_out', { host: 'hooks.example.net', timeout: 15 })
    const timedOut = new OutgoingFailed('timed_out', reason)
    const answers = [500, timedOut, 302, 200]
    const tries: Sent[] = []
    const waits: number[] = []
    for (const answer of answers) {
      tries.push(...(await deliver(service, () => answer)))
      const [{ next_at: next }] = await deliveriesOf(webhook)
      if (next) {
        waits.push((Date.parse(next) - service.dependencies.now().getTime()) / 1000)
        service.advance(Date.parse(next) - service.dependencies.now().getTime())
      }
    }

    const [delivery] = await deliveriesOf(webhook)
    expect(waits).to.deep.equal([10, 30, 90])
    expect(new Set(tries.map(({ body }) => body)).size).to.equal(1)
    expect(new Set(tries.map(({ headers }) => headers['x-coffer-timestamp'])).size).to.equal(4)
    expect(delivery).to.include({ status: 'delivered', next_at: null })
    expect(delivery.attempts.map(codedAttempt)).to.deep.equal([
      [500, 'delivery_rejected', { status: 500, redirect: 'no' }],
      [null, 'outbound_timed_out', { host: 'hooks.example.net', timeout: 15 }],
      [302, 'delivery_rejected', { status: 302, redirect: 'yes' }],
      [200, null, {}],
    ])
    expect(delivery.attempts[1].error).to.equal(render(reason, 'en'))
  })

  it('are disabled after a day without a success, and get their events in order once the receiver is back', async () => {
    await hook()
    await happen({ device: device({ name: 'first' }) })
    await happen({ device: device({ name: 'second' }) })
    for (let hour = 0; hour < 27; hour++) {
      await deliver(service, () => 500)
      service.advance(hourMs)
    }
    const [disabled] = must(await owner.get('/api/webhooks'), 200)
    await publish(service)
    const events = must(await owner.get('/api/events'), 200)
    await happen({ device: device({ name: 'third' }) })

    const back = await deliver(service, () => 200)

    expect(disabled).to.include({ enabled: false, disabled_reason_code: 'webhook_failing' })
    expect(disabled.disabled_reason_params).to.deep.equal({ since: disabled.failing_since })
    expect(events.at(-1)).to.deep.include({ type: 'webhook.disabled', severity: 'warning' })
    const names = back.flatMap(({ body }) => JSON.parse(body).events.map((event: NewEvent) => event.device?.name))
    expect(names.filter(Boolean)).to.deep.equal(['first', 'second', 'third'])
    const [webhook] = must(await owner.get('/api/webhooks'), 200)
    expect(webhook).to.include({ enabled: true, disabled_reason: null, failing_since: null })
  })

  it('are given up with a last attempt at seven days, and not tried if a user disabled them', async () => {
    const webhook = await hook()
    await happen({ device: device() })
    await deliver(service, () => 500)
    service.advance(7 * 24 * hourMs - 60_000)
    await deliver(service, () => 500)
    service.advance(60_000)
    await deliver(service, () => 500)
    const [given] = await deliveriesOf(webhook)
    must(await owner.patch(`/api/webhooks/${webhook.id}`, { enabled: false }), 200)
    await happen({ device: device() })

    expect(given).to.include({ status: 'failed' })
    expect(given.attempts).to.have.length(3)
    expect(await deliver(service, () => 200)).to.deep.equal([])
    expect(await deliveriesOf(webhook)).to.have.length(1)
  })

  it('are not held back by an event that the receiver refuses', async () => {
    await hook()
    await happen({ device: device() })
    await deliver(service, () => 400)
    await happen({ type: 'run.partial', device: device() })

    expect(eventsIn(await deliver(service, () => 200)).map(({ type }) => type)).to.deep.equal(['run.partial'])
    service.advance(hourMs)
    expect(eventsIn(await deliver(service, () => 200)).map(({ type }) => type)).to.deep.equal(['run.failed'])
  })

  it('return the texts that earlier versions stored', async () => {
    const { id } = await hook()
    await happen({ device: device() })
    await deliver(service, () => 500)
    const attempts = [{ at: '2026-01-01T00:00:00Z', status: 500, error: 'was answered with 500', ms: 7 }]
    await inScope(service.dependencies.knex, { kind: 'platform' }, async (trx) => {
      await trx('notification_deliveries')
        .where({ channel_id: id })
        .update({ attempts: JSON.stringify(attempts) })
      await trx('notification_channels')
        .where({ id })
        .update({ enabled: false, disabled_reason: 'nothing was delivered' })
    })

    const [delivery] = must(await owner.get(`/api/webhooks/${id}/deliveries`), 200)
    const webhook = must(await owner.get(`/api/webhooks/${id}`), 200)

    expect(delivery.attempts[0]).to.include({ error: 'was answered with 500', error_code: 'legacy_text' })
    expect(webhook).to.include({ disabled_reason: 'nothing was delivered', disabled_reason_code: 'legacy_text' })
  })

  it('lose nothing when the sending process is killed, and are never sent twice at once', async () => {
    const webhook = await hook()
    await happen({ device: device() })
    const { promise: late, reject: answerLate } = Promise.withResolvers<never>()
    const killed = createDeliverer({ ...deliveryParts(service), outgoing: () => late }, () => undefined)
    await killed.startDue()

    const meanwhile = await deliver(service, () => 200)
    service.advance(60_000)
    const later = await deliver(service, () => 200)

    expect(meanwhile).to.deep.equal([])
    expect(later).to.have.length(1)
    answerLate(new OutgoingFailed('timed_out', message('outbound_timed_out', { host: 'x', timeout: 15 })))
    await killed.whenIdle()
    const [delivery] = await deliveriesOf(webhook)
    expect(delivery.status).to.equal('delivered')
    expect(delivery.attempts).to.have.length(1)
  })

  it('do not delay others that respond at once', async () => {
    await hook({ name: 'slow' })
    const fast = await hook({ name: 'fast' })
    await happen({ device: device() })
    const deliveries: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const outgoing = async ({ body }: { body?: string | Buffer }) => {
      const { webhook_id: id } = JSON.parse(String(body))
      if (id !== fast.id) await released
      deliveries.push(id)
      return { status: 200, headers: {}, body: Buffer.alloc(0) }
    }
    const parts = { ...deliveryParts(service), outgoing }
    const { promise: rung, resolve: ring } = Promise.withResolvers<void>()
    const deliverer = createDeliverer(parts, ring)
    await deliverer.startDue()
    await rung

    expect(deliveries).to.deep.equal([fast.id])
    release()
    await deliverer.whenIdle()
  })

  it('of one tenant that hang leave capacity for those of others', async () => {
    const hanging = await Promise.all(Array.from({ length: 20 }, () => hook()))
    await happen(...Array.from({ length: 5 }, () => ({ device: device() })))
    const other = await service.hasTenant()
    const patient = await hook({}, await other.as('tenant_admin'))
    service.advance(60_000)
    await happen({ device: device(), tenantId: other.id })
    const deliveries: string[] = []
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const outgoing = async ({ body }: { body?: string | Buffer }) => {
      const { webhook_id: id } = JSON.parse(String(body))
      deliveries.push(id)
      if (id !== patient.id) await released
      return { status: 200, headers: {}, body: Buffer.alloc(0) }
    }
    const parts = { ...deliveryParts(service), outgoing }
    const deliverer = createDeliverer(parts, () => undefined)
    await deliverer.startDue()
    await deliverer.startDue()

    const stuck = deliveries.filter((id) => hanging.some((one) => one.id === id))
    expect(deliveries).to.include(patient.id)
    expect(new Set(stuck).size).to.equal(4)
    release()
    await deliverer.whenIdle()
    await Promise.all(hanging.map(({ id }) => owner.delete(`/api/webhooks/${id}`)))
  })

  it('are resent on request with the same content and id', async () => {
    const webhook = await hook()
    await happen({ device: device() })
    const [first] = await deliver(service, () => 200)
    const [{ id }] = await deliveriesOf(webhook)

    const answer = await owner.post(`/api/webhooks/${webhook.id}/deliveries/${id}/resend`)
    const [second] = await deliver(service, () => 200)

    expect(answer.status).to.equal(202)
    expect(second?.body).to.equal(first?.body)
    expect((await deliveriesOf(webhook))[0].attempts).to.have.length(2)
  })

  it('can be tested at once, with the result in the response', async () => {
    const heard: http.IncomingHttpHeaders[] = []
    const receiver = http.createServer((req, res) => {
      heard.push(req.headers)
      res.writeHead(heard.length === 1 ? 200 : 503).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const guarded = service.dependencies.outgoing
    service.dependencies.outgoing = createOutboundClient({ checkAddress: () => null })
    const webhook = await hook({ url: `http://127.0.0.1:${port}/` }) // before the address was local to this computer
    service.dependencies.outgoing = guarded

    const refused = must(await owner.post(`/api/webhooks/${webhook.id}/test`), 200)
    service.dependencies.outgoing = createOutboundClient({ checkAddress: () => null })
    const good = must(await owner.post(`/api/webhooks/${webhook.id}/test`), 200)
    const bad = must(await owner.post(`/api/webhooks/${webhook.id}/test`), 200)
    service.dependencies.outgoing = guarded
    receiver.close()

    expect(refused.status).to.equal('failed')
    expect(refused.attempts[0].error_params).to.include({ reason: 'own_host' })
    expect([good.status, bad.status]).to.deep.equal(['delivered', 'failed'])
    expect([good.attempts[0].status, bad.attempts[0].status]).to.deep.equal([200, 503])
    expect(heard).to.have.length(2)
    expect(must(await owner.get('/api/webhooks'), 200)[0].failing_since).to.equal(null)
  })

  it('are rejected with the field for an invalid address, and with 409 for an existing name', async () => {
    const ask = (fields: object) => owner.post('/api/webhooks', { name: 'x', url, secret, ...fields })
    const answers = [
      await ask({ url: 'ftp://example.net/x' }),
      await ask({ url: 'https://user:password@example.net/' }),
      await ask({ secret: 'short' }),
    ]
    must(await ask({}), 201)
    const taken = await ask({})

    expect(answers.map(({ status, body }) => [status, body.errors[0].path])).to.deep.equal([
      [422, 'url'],
      [422, 'url'],
      [422, 'secret'],
    ])
    expect([taken.status, taken.body.code]).to.deep.equal([409, 'name_taken'])
  })
})
