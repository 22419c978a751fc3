import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import { type DescribedEvent, describeEvent } from '../../../shared/events/describe-event.ts'
import { allPermissions } from '../../../shared/permissions/permissions.ts'
import { createOutboundClient } from '../../../service/outbound/create-outbound-client.ts'
import { type NewEvent, recordEvents } from '../../../service/domain/outbox/events/record-events.ts'
import { inScope } from '../../../service/store/scope.ts'
import { startFakeSmtp } from '../../support/fake-smtp.ts'
import { codedErrors } from '../../support/field-errors.ts'
import { type Sent, deliver, publish } from '../../support/published-events.ts'
import {
  type Client,
  type Customer,
  type TestService,
  clientOf,
  confirmedClient,
  must,
  startTestService,
} from '../../support/service.ts'

type Schemas = components['schemas']
type Channel = Schemas['NotificationChannel']
type Delivery = Schemas['NotificationDelivery']

const hourMs = 3_600_000
const template = '{"id": "{{id}}", "kind": "{{kind}}", "title": "{{title}}", "events": {{json events}}}'
const url = 'https://hooks.example.net/this-part-is-a-secret'

describe('notification channels', () => {
  let service: TestService
  let customer: Customer
  let owner: Client
  let admin: Client
  before(async () => {
    service = await startTestService({ now: new Date('2026-03-02T12:00:00Z') }) // a Monday
    admin = await service.as('platform_admin')
  })
  after(() => service.close())
  beforeEach(async () => {
    await deliver(service, () => 200) // of the test before
    customer = await service.hasTenant()
    owner = await customer.as('tenant_admin')
  })

  let made = 0
  const hasChannel = async (fields: object = {}, client = owner): Promise<Channel> => {
    const body = { name: `channel ${++made}`, kind: 'http', http: { url, template }, ...fields }
    return must(await client.post('/api/notification-channels', body), 201)
  }
  const deliveriesOf = async ({ id }: Channel): Promise<Delivery[]> =>
    must(await owner.get(`/api/notification-channels/${id}/deliveries`), 200)
  const device = (fields: object = {}) => {
    const plain = { id: customer.id, name: 'r1', site: 'Lyon', platform: 'netco_iosxe', tags: ['core'] }
    return { ...plain, ...fields }
  }
  const happen = async (...events: Partial<NewEvent>[]) => {
    const data = { run_id: customer.id, trigger: 'manual' }
    const plain = { type: 'run.failed', tenantId: customer.id, device: device(), data }
    await inScope(
      service.dependencies.knex,
      { kind: 'platform' },
      (trx) =>
      recordEvents({ trx, now: service.dependencies.now() }, events.map((event) => ({ ...plain, ...event }) as NewEvent)), // prettier-ignore
    )
    await publish(service)
  }
  const logins: Partial<NewEvent> = {
    type: 'login.failures',
    data: {
      of: 'network',
      user_id: null,
      email: null,
      network: '192.0.2.0/24',
      failures: 50,
      accounts: 9,
      networks: 1,
      since: '2026-03-02T11:00:00Z',
    },
  }
  const critical = { type: 'fingerprint.changed', data: { fingerprint_id: made } } as unknown as Partial<NewEvent>
  const bodies = (sent: Sent[]) => sent.map(({ body }) => JSON.parse(body))
  const typesIn = (sent: Sent[]) => bodies(sent).flatMap(({ events }) => events.map(({ type }: NewEvent) => type))
  const noon = () => service.advance(new Date('2026-03-02T12:00:00Z').getTime() - service.dependencies.now().getTime())
  const latestEvent = async (): Promise<Schemas['Event']> =>
    must(await owner.get('/api/events?limit=1'), 200)[0] as Schemas['Event']

  it('send an event to a receiver as their template says, with a test and its result', async () => {
    const received: { method?: string; auth?: string; body: string }[] = []
    const receiver = http.createServer(async (req, res) => {
      const body = Buffer.concat(await req.toArray()).toString()
      received.push({ method: req.method, auth: req.headers.authorization, body })
      res.writeHead(204).end()
    })
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    const allowed = { address: '127.0.0.1', port }
    const { outgoing } = service.dependencies
    service.dependencies.outgoing = createOutboundClient({
      checkAddress: () => null,
      ownUrls: [],
      allow: [allowed],
    })
    const headers = [{ name: 'Authorization', value: 'Bearer a-token' }]
    const fields = { url: `http://127.0.0.1:${port}/x`, method: 'PUT', template: '{"say": "{{text}}"}', headers }

    const channel = await hasChannel({ http: fields, language: 'fr' })
    const tested: Delivery = must(await owner.post(`/api/notification-channels/${channel.id}/test`), 200)

    receiver.close()
    service.dependencies.outgoing = outgoing
    expect(tested).to.include({ status: 'delivered', kind: 'test', channel_id: channel.id })
    expect(received).to.have.length(1)
    expect(received[0]).to.include({ method: 'PUT', auth: 'Bearer a-token' })
    expect(JSON.parse(received[0]!.body).say).to.match(/^Ceci est un test de /)
    expect(channel).to.deep.include({ destination: `127.0.0.1:${port}`, header_names: ['Authorization'] })
    expect(JSON.stringify(channel)).not.to.match(/a-token|\/x/)
  })

  it('match an event by any of their rules', async () => {
    const rules = [
      { events: ['run.failed'], tags: ['edge'] },
      { min_severity: 'critical', sites: ['Lyon'] },
    ]
    await hasChannel({ rules })

    await happen({}, { device: device({ tags: ['edge'] }) }, { ...critical, device: device() }, { ...critical, device: device({ site: 'Nice' }) }) // prettier-ignore

    const sent = await deliver(service, () => 200)
    expect(typesIn(sent)).to.deep.equal(['run.failed', 'fingerprint.changed'])
  })

  it('never receive or render events of another customer, or those that their role may not read', async () => {
    const other = await service.hasTenant()
    const spied = await hasChannel({ http: { url, template: '{"all": {{json events}}, "of": "{{customer}}"}' } })
    const ofLimited = { http: { url: `${url}/limited`, template } }
    const limited = await hasChannel(ofLimited, await hasCustomRole(['retention:write', 'report:read']))
    await happen({ tenantId: other.id }, logins)
    const [foreign] = must(await admin.get(`/api/events?tenant=${other.id}&limit=1`), 200)

    const sent = await deliver(service, () => 200)
    const preview = await owner.get(`/api/notification-channels/${spied.id}/preview?event_id=${foreign.id}`)
    const hidden = await latestEvent()
    const unread = await owner.get(`/api/notification-channels/${limited.id}/preview?event_id=${hidden.id}`)
    const stolen = await hasChannelIn(other)

    expect(JSON.stringify(bodies(sent))).not.to.include(other.id)
    expect(sent.filter((one) => one.url.endsWith('/limited'))).to.deep.equal([])
    expect(bodies(sent).flatMap(({ all }) => all.map(({ type }: NewEvent) => type))).to.include('login.failures')
    expect([preview.status, unread.status]).to.deep.equal([422, 422])
    expect((await owner.get(`/api/notification-channels/${stolen.id}`)).status).to.equal(404)
    const escalation = { after_minutes: 5, channel_id: stolen.id }
    const refused = await owner.patch(`/api/notification-channels/${spied.id}`, { escalation })
    expect(codedErrors(refused.body)[0]).to.include({ path: 'escalation.channel_id', code: 'channel_not_found' })
  })

  const hasChannelIn = async (other: Customer) => hasChannel({}, await other.as('tenant_admin'))

  async function hasCustomRole(permissions: string[]): Promise<Client> {
    const role = await customer.create('roles', { name: `role ${++made}`, permissions })
    const [email, password] = [`user-${made}@example.net`, 'long enough for this']
    await customer.create('users', { email, name: 'Limited', password, role: 'tenant_custom', role_id: role.id })
    const { token } = must(await service.anonymous.post('/api/auth/login', { email, password }), 200)
    return confirmedClient(service.url, token, password)
  }

  it('accept templates that only name fields of the message', async () => {
    const attacks = ['{{constructor}}', '{{events.constructor}}', '{{#lines}}{{tenants}}{{/lines}}', '${process.env}"', '{"a": {{title}}}']
    const answers = []
    for (const attack of attacks) {
      const body = { name: 'attack', kind: 'http', http: { url, template: attack } }
      answers.push(await owner.post('/api/notification-channels', body))
    }
    const harmless = await hasChannel({ http: { url, template: '{"t": "{{title}}"}' } })
    await happen({ device: device({ name: '", "injected": "{{id}}' }) })
    const [sent] = await deliver(service, () => 200)

    expect(answers.map(({ status }) => status)).to.deep.equal(attacks.map(() => 422))
    expect(answers.map(({ body }) => codedErrors(body)[0]!.path)).to.deep.equal(attacks.map(() => 'http.template'))
    expect(harmless.settings).to.include({ template: '{"t": "{{title}}"}' })
    expect(JSON.parse(sent!.body)).to.have.all.keys('t')
  }) // prettier-ignore

  it('collect the events of quiet hours, except grave ones, and send one digest at their end', async () => {
    noon()
    const quiet_hours = { time_zone: 'Europe/Paris', from: '22:00', to: '07:00', days: ['mon'] }
    const channel = await hasChannel({ quiet_hours })
    service.advance(11 * hourMs) // midnight in Paris
    await happen({}, critical)
    service.advance(hourMs)
    await happen({ type: 'run.partial' })

    const atNight = await deliver(service, () => 200)
    service.advance(6 * hourMs - 1)
    const before = await deliver(service, () => 200)
    service.advance(1)
    const morning = await deliver(service, () => 200)
    service.advance(17 * hourMs) // midnight; the night from Tuesday is not quiet
    await happen({})
    const tuesday = await deliver(service, () => 200)

    expect(channel.quiet_hours).to.deep.include({ min_severity: 'critical', days: ['mon'] })
    expect(typesIn(atNight)).to.deep.equal(['fingerprint.changed'])
    expect(before).to.deep.equal([])
    expect(bodies(morning).map(({ kind }) => kind)).to.deep.equal(['digest'])
    expect(typesIn(morning)).to.deep.equal(['run.failed', 'run.partial'])
    expect(typesIn(tuesday)).to.deep.equal(['run.failed'])
  })

  it('escalate once what nobody acknowledges and no later event ends', async () => {
    const second = await hasChannel({ rules: [{ events: ['report.frozen'] }] })
    const escalation = { after_minutes: 15, channel_id: second.id }
    await hasChannel({ escalation, rules: [{ events: ['run.failed', 'run.changed', 'device.recovered'] }] })
    const ofDevice = (id: string, name: string) => ({ device: device({ id, name }) })
    const ids = [1, 2, 3].map((n) => `01980f3a-5c00-7000-8000-00000000000${n}`)
    await happen({ type: 'run.changed' })
    await happen(ofDevice(ids[0]!, 'lost'), ofDevice(ids[1]!, 'back'), ofDevice(ids[2]!, 'known'))
    await deliver(service, () => 200)
    const known = await latestEvent()
    const escalating = async (): Promise<string[]> =>
      must(await owner.get('/api/events?escalating=true'), 200).map((event: Schemas['Event']) => event.device?.name)
    const planned = await escalating()

    const acknowledged = must(await owner.post(`/api/events/${known.id}/acknowledge`, { note: 'on my way' }), 200)
    await happen({ type: 'device.recovered', ...ofDevice(ids[1]!, 'back'), data: { run_id: customer.id } } as Partial<NewEvent>) // prettier-ignore
    await deliver(service, () => 200)
    service.advance(15 * 60_000 - 1)
    const early = await deliver(service, () => 200)
    service.advance(1)
    const due = await deliver(service, () => 200)
    service.advance(hourMs)
    const later = await deliver(service, () => 200)
    const sent = await escalating()
    const [lost] = must(await owner.get('/api/events?escalating=true'), 200)
    must(await owner.post(`/api/events/${lost.id}/acknowledge`, {}), 200)

    expect([planned, sent, await escalating()]).to.deep.equal([['lost', 'back', 'known'], ['lost'], []])
    expect(early).to.deep.equal([])
    expect(bodies(due).map(({ kind, title }) => [kind, title])).to.deep.equal([
      ['escalation', 'Not acknowledged: lost: a backup failed'],
    ])
    expect(bodies(due)[0].events[0].id).to.equal(lost.id)
    expect(later).to.deep.equal([])
    expect(acknowledged.acknowledgement).to.include({ note: 'on my way' })
    const repeated = must(await owner.post(`/api/events/${known.id}/acknowledge`, {}), 200)
    expect(repeated.acknowledgement).to.deep.equal(acknowledged.acknowledgement)
    const removed = await owner.delete(`/api/notification-channels/${second.id}`)
    expect([removed.status, removed.body.code]).to.deep.equal([409, 'channel_in_use'])
  })

  it('show and audit who acknowledged an event, which needs the permission to read it', async () => {
    await happen({}, logins)
    const [failed, unread] = must(await owner.get('/api/events?limit=2'), 200)
    const reader = await customer.as('tenant_readonly')

    const hidden = await reader.post(`/api/events/${unread.id}/acknowledge`, {})
    must(await reader.post(`/api/events/${failed.id}/acknowledge`, { note: 'seen' }), 200)
    await publish(service)

    const latest = await latestEvent()
    const [record] = must(await owner.get('/api/audit?action=event.acknowledge'), 200)
    const listed = must(await reader.get(`/api/events/${failed.id}`), 200)
    expect((await reader.get(`/api/events/${unread.id}`)).status).to.equal(404)
    expect(hidden.status).to.equal(404)
    expect(latest).to.deep.include({ type: 'event.acknowledged', data: { event_id: failed.id, by: record.actor } })
    expect(record).to.include({ object_id: failed.id, outcome: 'done' })
    expect(listed.acknowledgement).to.include({ by: record.actor, note: 'seen' })
  })

  it('lose no event of a day in which the receiver is down, and send few digests when it is back', async () => {
    const channel = await hasChannel()
    for (let hour = 0; hour < 24; hour += 1) {
      await happen(...Array.from({ length: 11 }, () => ({})))
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await deliver(service, () => 503)
        service.advance(hourMs / 4)
      }
    }
    await happen({ type: 'run.partial' })
    service.advance(hourMs)

    const back = await deliver(service, () => 200)

    const events = bodies(back).flatMap((body) => body.events.map(({ id }: { id: string }) => id))
    const log = await deliveriesOf(channel)
    expect(new Set(events).size).to.equal(24 * 11 + 1)
    expect(events).to.have.length(24 * 11 + 1)
    expect(back.length).to.be.below(5)
    expect(Math.max(...bodies(back).map((body) => body.events.length))).to.be.at.most(200)
    expect(log.filter(({ status }) => status === 'merged').every(({ merged_into: id }) => id !== null)).to.equal(true)
    expect(must(await owner.get(`/api/notification-channels/${channel.id}`), 200)).to.include({ enabled: true, failing_since: null }) // prettier-ignore
  })

  it('keep a secret that a change omits, but never send it to another address', async () => {
    const ntfy = { server: 'https://ntfy.example.net', topic: 'a-secret-topic', token: 'tk_1' }
    const { id } = await hasChannel({ kind: 'ntfy', http: undefined, ntfy })

    const same = await owner.patch(`/api/notification-channels/${id}`, { ntfy: { server: ntfy.server } })
    const moved = await owner.patch(`/api/notification-channels/${id}`, { ntfy: { server: 'https://evil.example' } })
    const other = await owner.patch(`/api/notification-channels/${id}`, { slack: { url } })
    await happen({})
    const [sent] = await deliver(service, () => 200)

    expect([same.status, moved.status, other.status]).to.deep.equal([200, 422, 422])
    expect(same.body.settings).to.deep.equal({ server: ntfy.server })
    expect(codedErrors(moved.body)[0]).to.include({ path: 'ntfy.topic', code: 'is_required' })
    expect(JSON.parse(sent!.body)).to.include({ topic: 'a-secret-topic' })
    expect(sent!.headers).to.include({ authorization: 'Bearer tk_1' })
  })

  it('preview a real event without sending it, and without secrets', async () => {
    await happen({ device: device({ name: 'edge-1' }) })
    const { outgoing } = service.dependencies
    service.dependencies.outgoing = () => expect.fail('nothing is sent')
    const kinds: Record<string, object> = {
      http: { url, template },
      mail: { to: ['ops@example.net'], roles: ['tenant_admin'] },
      slack: { url },
      teams: { url },
      mattermost: { url, channel: 'ops' },
      pagerduty: { routing_key: 'abcdefghijklmnopqrstuvwxyz012345' },
      ntfy: { server: 'https://ntfy.example.net', topic: 'a-secret-topic' },
      syslog: { host: 'logs.example.net' },
      snmp: { host: 'traps.example.net', version: '2c', community: 'a-secret-community' },
      webhook: { url, secret: 'a secret of some length' },
    }
    for (const [kind, fields] of Object.entries(kinds)) {
      const channel = await hasChannel({ http: undefined, kind, [kind]: fields })
      const preview = must(await owner.get(`/api/notification-channels/${channel.id}/preview`), 200)

      expect(preview.event_id, kind).to.be.a('string')
      expect(JSON.stringify(preview.parts), kind).to.include('edge-1')
      expect(preview.events[0].id, kind).to.equal(preview.event_id)
      expect(JSON.stringify([preview, channel]), kind).not.to.match(/secret|abcdefghijkl/)
    }
    service.dependencies.outgoing = outgoing
  })

  it('preview an event that is rarer than others', async () => {
    await happen(logins)
    await happen(...Array.from({ length: 201 }, () => ({})))
    const channel = await hasChannel({ rules: [{ events: ['login.failures'] }] })
    const preview = must(await owner.get(`/api/notification-channels/${channel.id}/preview`), 200)

    expect(preview.events.map(({ type }: Schemas['Event']) => type)).to.deep.equal(['login.failures'])
    expect(preview.event_id).to.equal(preview.events[0].id)
  })

  it('resolve the incident of PagerDuty that an event triggered, also with a digest', async () => {
    await hasChannel({
      ...{ http: undefined, kind: 'pagerduty', pagerduty: { routing_key: 'abcdefghijklmnopqrstuvwxyz012345' } },
      ...{ digest_minutes: 15, rules: [{ events: ['run.failed', 'device.recovered'] }] },
    })
    const other = device({ id: '01980f3a-5c00-7000-8000-000000000009', name: 'r2' })
    await happen({}, { device: other })
    await happen({ type: 'device.recovered', data: { run_id: customer.id, was: 'failed' } } as Partial<NewEvent>)
    service.advance(15 * 60_000)

    const sent = bodies(await deliver(service, () => 202))

    expect(sent.map(({ event_action: action }) => action)).to.deep.equal(['trigger', 'trigger', 'resolve'])
    expect(sent[2].dedup_key).to.equal(sent[0].dedup_key).and.not.to.equal(sent[1].dedup_key)
  })

  it('are suspended with their owner, keep what waits, and are taken over by an administrator', async () => {
    const leaving = await customer.as('tenant_admin')
    const [channel, kept] = [await hasChannel({}, leaving), await hasChannel({})]
    const { id } = must(await leaving.get('/api/auth/me'), 200)
    await happen({})
    must(await admin.patch(`/api/users/${id}`, { role: 'tenant_readonly' }), 200)

    const sent = await deliver(service, () => 200)
    await happen({})
    const suspended = must(await owner.get(`/api/notification-channels/${channel.id}`), 200)
    const [event] = must(await owner.get('/api/events?type=notification_channel.suspended'), 200)
    const others = await deliver(service, () => 200)
    must(await owner.patch(`/api/notification-channels/${channel.id}`, { enabled: true }), 200)
    service.advance(60_000) // the lease of the attempt that found it suspended
    const resumed = await deliver(service, () => 200)
    must(await admin.patch(`/api/users/${id}`, { disabled: true }), 200)
    await happen({})
    const afterwards = must(await owner.get(`/api/notification-channels/${channel.id}`), 200)

    expect(typesIn(sent)).to.deep.equal(['run.failed'])
    expect(suspended).to.deep.include({ enabled: false, disabled_reason_code: 'channel_owner_lost_permissions' })
    expect(event.data).to.deep.equal({
      channel_id: channel.id,
      name: channel.name,
      reason: 'channel_owner_lost_permissions',
    })
    expect(typesIn(others)).to.include('notification_channel.suspended').and.to.include('run.failed')
    expect(typesIn(resumed)).to.deep.equal(['run.failed'])
    expect(afterwards).to.include({ enabled: true })
    expect(must(await owner.get(`/api/notification-channels/${kept.id}`), 200).enabled).to.equal(true)
  })

  it('are suspended when the role of their owner was limited or deleted', async () => {
    const hasUser = async () => {
      const permissions = ['device:read', 'report:read', 'retention:write']
      const role = await customer.create('roles', { name: `role ${++made}`, permissions })
      const person = { email: `user${++made}@example.net`, name: 'A user', password: 'a password of words' }
      const user = await customer.create('users', { ...person, role: 'tenant_custom', role_id: role.id })
      return { role, user, channel: await hasChannel({}, await service.inSessionOf(user)) }
    }
    const users = [await hasUser(), await hasUser(), await hasUser(), await hasUser()]
    const [limited, unable, deleted, moved] = users
    const reading = { permissions: ['device:read', 'report:read'] }
    must(await admin.patch(`/api/roles/${limited!.role.id}`, { ...reading, sites: ['Lyon'] }), 200)
    must(await admin.patch(`/api/roles/${unable!.role.id}`, reading), 200)
    must(await admin.patch(`/api/users/${deleted!.user.id}`, { role: 'tenant_readonly' }), 200)
    must(await admin.delete(`/api/roles/${deleted!.role.id}`), 204)
    const ofLyon = await customer.create('roles', { name: `role ${++made}`, ...reading, sites: ['Lyon'] })
    must(await admin.patch(`/api/users/${moved!.user.id}`, { role: 'tenant_custom', role_id: ofLyon.id }), 200)
    const ofPlatform = must(
      await admin.post('/api/roles', { name: 'Merger of two banks', permissions: allPermissions }),
      201,
    )
    const person = { email: `user${++made}@example.net`, name: 'A user', password: 'a password of words' }
    const user = must(
      await admin.post('/api/users', { ...person, role: 'platform_custom', role_id: ofPlatform.id }),
      201,
    )
    const session = await service.inSessionOf(user)
    const fields = { name: `channel ${++made}`, kind: 'http', http: { url, template } }
    const channel = must(await session.post(`/api/notification-channels?tenant=${customer.id}`, fields), 201)
    must(await admin.patch(`/api/users/${user.id}`, { role: 'platform_auditor' }), 200)
    must(await admin.delete(`/api/roles/${ofPlatform.id}`), 204)
    await happen({ device: device({ site: 'Paris' }) })

    expect(await deliver(service, () => 200)).to.deep.equal([])
    const reasons: Record<string, unknown>[] = []
    for (const { id } of [...users.map((each) => each.channel), channel]) {
      const suspended = must(await owner.get(`/api/notification-channels/${id}`), 200)
      expect(suspended.enabled).to.equal(false)
      reasons.push({ code: suspended.disabled_reason_code, ...suspended.disabled_reason_params })
    }
    const [ofSite, , ofDeleted] = users.map(({ role }) => role.name as string)
    expect(reasons).to.deep.equal([
      { code: 'channel_role_limited', role: ofSite, limits: ['Lyon'] },
      { code: 'channel_owner_lost_permissions' },
      { code: 'channel_role_deleted', role: ofDeleted },
      { code: 'channel_owner_lost_permissions' }, // its role was not limited: its owner has another
      { code: 'channel_owner_lost_permissions' }, // a customer does not read the name of a platform's role
    ])
    await publish(service)
    const events: DescribedEvent[] = must(await owner.get('/api/events?type=notification_channel.suspended'), 200)
    const sentences = events.slice(-5).map((event) => describeEvent(event, 'en'))
    expect(sentences.map((sentence) => sentence.replace(/^.* was suspended: /, ''))).to.have.members([
      `the role ${ofSite} was limited to sites or tags (Lyon).`,
      ...Array<string>(3).fill('the user whose role it uses lost permissions or access to customers or devices.'),
      `the role ${ofDeleted}, which it used, was deleted.`,
    ])
  })

  it('of a platform user limited to some customers last as long as these include theirs', async () => {
    const other = await service.hasTenant()
    const fields = { name: `role ${++made}`, permissions: allPermissions, tenant_ids: [customer.id] }
    const role = must(await admin.post('/api/roles', fields), 201)
    const person = { email: `user${++made}@example.net`, name: 'A user', password: 'a password of words' }
    const user = must(await admin.post('/api/users', { ...person, role: 'platform_custom', role_id: role.id }), 201)
    const session = await service.inSessionOf(user)
    const { token } = must(
      await session.post(`/api/auth/tokens?tenant=${customer.id}`, { name: 'alerts', role: 'tenant_admin' }),
      201,
    )
    const channel = await hasChannel({}, clientOf(service.url, token))
    const stateOf = async () => {
      await happen({})
      await deliver(service, () => 200)
      return must(await owner.get(`/api/notification-channels/${channel.id}`), 200).disabled_reason_code
    }

    const included = await stateOf()
    must(await admin.patch(`/api/roles/${role.id}`, { tenant_ids: [other.id] }), 200)
    const excluded = await stateOf()

    expect([included, excluded]).to.deep.equal([null, 'channel_owner_lost_permissions'])
  })

  it('send a mail again only to recipients that were refused temporarily, and hide the mail server from customers', async () => {
    const replies: Record<string, string> = {
      'slow@example.net': '451 4.7.1 greylisted by mx-internal',
      'gone@example.net': '550 5.1.1 no such user at mx-internal',
    }
    const smtp = await startFakeSmtp((recipient) => replies[recipient])
    const server = { host: '127.0.0.1', port: smtp.port, security: 'none', from: 'coffer@example.net' }
    must(await admin.put('/api/mail-server', server), 200)
    const to = ['noc@example.net', 'slow@example.net', 'gone@example.net']
    const channel = await hasChannel({
      http: undefined,
      kind: 'mail',
      mail: { to },
      rules: [{ events: ['run.failed'] }],
    })
    const attempt = async () => {
      await deliver(service, () => 200)
      const recipients = smtp.mails.splice(0).map((mail) => mail.recipients)
      return { recipients, delivery: (await deliveriesOf(channel))[0]! }
    }

    await happen({})
    const first = await attempt()
    service.advance(hourMs)
    const second = await attempt()
    delete replies['slow@example.net']
    service.advance(hourMs)
    const third = await attempt()
    replies['noc@example.net'] = replies['slow@example.net'] = '451 4.7.1 busy at mx-internal'
    must(await owner.post(`/api/notification-channels/${channel.id}/deliveries/${third.delivery.id}/resend`), 202)
    const resent = await attempt()
    const path = `/api/notification-channels/${channel.id}/deliveries`
    const [own, seen] = [must(await owner.get(path), 200)[0], must(await admin.get(path), 200)[0]]
    const unknown = '550 5.1.1 no such user at mx-internal'
    replies['noc@example.net'] = replies['slow@example.net'] = unknown
    service.advance(hourMs)
    await attempt()
    await happen({})
    service.advance(hourMs) // the channel fails, so its events are collected
    const ended = (await attempt()).delivery
    const endedSeen = must(await admin.get(path), 200)[0]
    delete replies['noc@example.net']
    must(await owner.post(`${path}/${ended.id}/resend`), 202)
    const resentAll = await attempt()
    smtp.stop()
    must(await admin.delete('/api/mail-server'), 204)

    expect(first.recipients).to.deep.equal([['noc@example.net']])
    expect(first.delivery.status).to.equal('waiting')
    expect(first.delivery.attempts.at(-1)).to.deep.include({
      ...{ error_code: 'mail_recipients_deferred', refused_recipients: ['gone@example.net'] },
      error_params: { recipients: ['slow@example.net'] },
    })
    expect(second.recipients).to.deep.equal([])
    expect(third.recipients).to.deep.equal([['slow@example.net']])
    expect(third.delivery.status).to.equal('delivered')
    expect(must(await owner.get(`/api/notification-channels/${channel.id}`), 200).failing_since).to.equal(null)
    expect(resent.recipients).to.deep.equal([])
    expect(own.attempts.at(-1).error_code).to.equal('mail_server_failed')
    expect(JSON.stringify(own)).not.to.match(/mx-internal|127\.0\.0\.1/)
    expect(seen.attempts.at(-1).error).to.include('mx-internal')
    expect(ended).to.deep.include({ status: 'failed', next_at: null })
    expect(ended.attempts).to.have.length(1)
    expect(ended.attempts[0]).to.deep.include({ error_code: 'mail_recipients_refused', refused_recipients: to })
    expect(endedSeen.attempts[0]).to.deep.include({ error_code: 'delivery_refused', refused_recipients: to })
    expect(resentAll.recipients).to.deep.equal([['noc@example.net']])
    expect(resentAll.delivery.status).to.equal('delivered')
  })

  it('repeat a mail for open recipients only, without a failure of the channel that others would wait for', async () => {
    const slow = '451 4.7.1 greylisted'
    const replies: Record<string, string> = { 'slow@example.net': slow }
    const smtp = await startFakeSmtp((recipient) => replies[recipient])
    const server = { host: '127.0.0.1', port: smtp.port, security: 'none', from: 'coffer@example.net' }
    must(await admin.put('/api/mail-server', server), 200)
    const to = ['noc@example.net', 'slow@example.net']
    const channel = await hasChannel({
      http: undefined,
      kind: 'mail',
      mail: { to },
      rules: [{ events: ['run.failed'] }],
    })
    const path = `/api/notification-channels/${channel.id}`
    const attempt = async () => {
      await deliver(service, () => 200)
      service.advance(hourMs)
      const { failing_since: since } = must(await owner.get(path), 200)
      const { id, status } = (await deliveriesOf(channel))[0]!
      return { id, status, fails: since !== null, recipients: smtp.mails.splice(0).map((mail) => mail.recipients) }
    }

    await happen({})
    const [first, deferred] = [await attempt(), await attempt()]
    smtp.greeting = '554 5.3.2 not accepting messages'
    const closed = await attempt()
    smtp.greeting = '220 mail.example.net ESMTP'
    service.advance(7 * 24 * hourMs)
    const failed = await attempt()
    delete replies['slow@example.net']
    must(await owner.post(`${path}/deliveries/${failed.id}/resend`), 202)
    const resent = await attempt()
    Object.assign(replies, { 'noc@example.net': '550 5.1.1 no such user', 'slow@example.net': slow })
    await happen({})
    const mixed = await attempt()
    smtp.stop()
    must(await admin.delete('/api/mail-server'), 204)
    must(await owner.delete(path), 204)

    expect(first).to.deep.include({ status: 'waiting', fails: false, recipients: [['noc@example.net']] })
    expect(deferred).to.deep.include({ status: 'waiting', fails: false, recipients: [] })
    expect(closed).to.deep.include({ status: 'waiting', fails: true })
    expect(failed).to.deep.include({ status: 'failed', recipients: [] })
    expect(resent).to.deep.include({ status: 'delivered', fails: false, recipients: [to] })
    expect(mixed).to.deep.include({ status: 'waiting', fails: true })
  })

  it('send mails through the server of the installation, whose password nobody reads', async () => {
    const path = '/api/mail-server'
    const plain = { host: 'mail.example.net', from: 'coffer@example.net' }
    const login = { ...plain, username: 'coffer', password: 'a mail password' }

    const unencrypted = await admin.put(path, { ...plain, security: 'none' })
    const server = must(await admin.put(path, login), 200)
    const kept = must(await admin.put(path, { ...login, password: undefined }), 200)
    const moved = await admin.put(path, { ...login, password: undefined, host: 'mail.example.org' })
    const denied = await owner.get(path)

    expect(codedErrors(unencrypted.body)[0]).to.include({ path: 'security', code: 'mail_tls_required' })
    expect([server, kept]).to.deep.equal([server, server])
    expect(server).to.deep.include({ port: 587, security: 'starttls', has_password: true, username: 'coffer' })
    expect(codedErrors(moved.body)[0]).to.include({ path: 'password', code: 'is_required' })
    expect(denied.status).to.equal(403)
    const rows = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('settings'))
    expect(JSON.stringify([server, rows])).not.to.include('a mail password')
    must(await admin.delete(path), 204)
    expect(must(await admin.get(path), 200)).to.include({ host: null, has_password: false })
  })
})
