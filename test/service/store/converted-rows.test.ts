import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { addressOf, isAddressApproved } from '../../../service/domain/inventory/trust/device-address.ts'
import { migrate } from '../../../service/store/migrate.ts'
import { migrations } from '../../../service/store/migrations/list.ts'
import { Device } from '../../../service/store/models/device.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type TestDatabase, emptyDatabase } from '../../support/database.ts'

const at = '2026-01-02T03:04:05.123456Z'

describe('a migration that converts rows', function () {
  let db: TestDatabase
  const tenantId = randomUUID()
  beforeEach(async () => {
    db = await emptyDatabase()
  })
  afterEach(() => db.drop())

  type Trx = Parameters<Parameters<typeof inScope>[2]>[0]
  const inPlatform = <T>(work: (trx: Trx) => Promise<T>) => inScope(db.owner, { kind: 'platform' }, work)

  /** Creates the schema before this migration, and a tenant. */
  async function before(step: string): Promise<void> {
    await migrate(
      db.owner,
      migrations.slice(
        0,
        migrations.findIndex(({ name }) => name === step),
      ),
    )
    await inPlatform((trx) =>
      trx('tenants').insert({
        id: tenantId,
        slug: 'acme',
        name: 'Acme',
        prefix: 'tenants/x',
        created_at: at,
        updated_at: at,
      }),
    )
  }

  /** Runs only this one: later migrations need not support these rows. */
  const run = (step: string) =>
    migrate(db.owner, migrations.slice(0, migrations.findIndex(({ name }) => name === step) + 1))

  it('0020 approves addresses in use exactly as they are, and none without a credential', async () => {
    await before('0020-address-approvals')
    const credentials = [randomUUID(), randomUUID(), randomUUID()] as const
    await inPlatform(async (trx) => {
      for (const [n, id] of credentials.entries()) {
        await trx('credentials').insert({
          id,
          tenant_id: tenantId,
          name: `credential ${n}`,
          username: 'backup',
          secrets: Buffer.alloc(0),
          secrets_set: [],
          created_at: at,
          updated_at: at,
        })
      }
    })
    const [plain, both, bare, paused] = await Promise.all([
      aDevice('plain', { credential_id: credentials[0] }),
      aDevice('both', {
        platform: 'fwco_fortios',
        hostname: 'fw.example.net',
        credential_api_id: credentials[1],
        credential_ssh_id: credentials[2],
        options: { ssh_port: 2222, api_port: 8443, verify_tls: false, vdom: 'root' },
      }),
      aDevice('bare', { options: { ssh_port: 2022 } }),
      aDevice('paused', { credential_id: credentials[0], enabled: false }),
    ])
    await inPlatform((trx) =>
      trx('fleets').insert({
        ...fleet,
        id: randomUUID(),
        tenant_id: tenantId,
        credential_id: credentials[0],
        region: 'eu',
      }),
    )

    await run('0020-address-approvals')

    const rows = await inPlatform((trx) => trx('devices').orderBy('name'))
    const byId = new Map(rows.map((row: Record<string, unknown>) => [row['id'], row]))
    expect(byId.get(plain)!['approved_address']).to.deep.equal({
      platform: 'netco_iosxe',
      hostname: '192.0.2.1',
      credential_id: credentials[0],
      credential_api_id: null,
      credential_ssh_id: null,
      options: {},
    })
    expect(byId.get(both)!['approved_address']).to.deep.equal({
      platform: 'fwco_fortios',
      hostname: 'fw.example.net',
      credential_id: null,
      credential_api_id: credentials[1],
      credential_ssh_id: credentials[2],
      options: { ssh_port: 2222, api_port: 8443, verify_tls: false },
    })
    expect(byId.get(bare)!['approved_address']).to.equal(null)
    expect(rows.map(({ address_pending: pending }) => pending)).to.deep.equal([false, false, false, false])
    expect(byId.get(paused)!['address_approved_by']).to.equal('upgrade')
    expect(byId.get(paused)!['address_approved_at']).to.be.instanceOf(Date)
    const [found] = await inPlatform((trx) => trx('fleets'))
    expect(found.approved_address).to.deep.equal({ credential_id: credentials[0], region: 'eu' })

    const devices = await inPlatform(async (trx) => Device.query(trx).orderBy('name'))
    expect(devices.map(isAddressApproved)).to.deep.equal([true, true, true, true]) // for the code that sends secrets
    expect(devices.find(({ id }) => id === plain)!.approvedAddress).to.deep.equal(
      addressOf(devices.find(({ id }) => id === plain)!),
    )
  })

  it('0023 stores the latest IPv4 network of each open session, and deletes failed logins', async () => {
    await before('0023-login-limits')
    const [ann, bob] = [await aUser('ann'), await aUser('bob')]
    await inPlatform(async (trx) => {
      const session = (userId: string, ip: string | null, createdAt: string) => ({
        id: randomUUID(),
        tenant_id: tenantId,
        user_id: userId,
        token_hash: Buffer.from(randomUUID()),
        ip,
        created_at: createdAt,
        expires_at: '2027-01-01T00:00:00Z',
      })
      await trx('sessions').insert([
        session(ann, '192.0.2.7', '2026-01-01T00:00:00Z'),
        session(ann, '::ffff:192.0.2.7', '2026-01-03T00:00:00Z'),
        session(ann, '198.51.100.9', '2026-01-02T00:00:00Z'),
        session(bob, '2001:db8::1', '2026-01-02T00:00:00Z'),
        session(bob, null, '2026-01-02T00:00:00Z'),
      ])
      await trx('login_attempts').insert({
        id: randomUUID(),
        account: 'ann@example.net',
        ip: '192.0.2.7',
        attempted_at: at,
      })
    })

    await run('0023-login-limits')

    const networks = await inPlatform((trx) => trx('login_networks').orderBy('network'))
    expect(networks.map((row) => [row.user_id, row.network, row.signed_in_at.toISOString()])).to.deep.equal([
      [ann, '192.0.2.7', '2026-01-03T00:00:00.000Z'],
      [ann, '198.51.100.9', '2026-01-02T00:00:00.000Z'],
    ])
    expect(await inPlatform((trx) => trx('login_attempts'))).to.deep.equal([])
    expect(await inPlatform((trx) => trx('sessions'))).to.have.length(5)
  })

  it('0037 converts the texts of suspicious versions to messages', async () => {
    await before('0037-suspicions')
    const [device, artifact, ...versions] = Array.from({ length: 5 }, () => randomUUID())
    await inPlatform(async (trx) => {
      await trx('devices').insert({ ...deviceColumns, id: device, tenant_id: tenantId, name: 'edge', options: '{}' })
      await trx('artifacts').insert({
        ...{ id: artifact, tenant_id: tenantId, device_id: device, created_at: at },
        ...{ key: 'running-config', transport: 'ssh', kind: 'text' },
      })
      await trx('jobs').insert({
        ...{ id: device, tenant_id: tenantId, device_id: device, kind: 'backup', trigger: 'manual' },
        ...{ requested_by: 'test', status: 'succeeded', queued_at: at, not_before: at, finished_at: at },
      })
      const suspicious = [
        null,
        ['it shrank by more than 40 %', 'it shows 2 device groups, it showed 3'],
        ['nobody knows this sentence'],
      ]
      await trx('versions').insert(
        versions.map((id, n) => ({
          ...{ id, tenant_id: tenantId, artifact_id: artifact, device_id: device, job_id: device },
          ...{ captured_at: at, last_seen_at: at, fingerprint: 'a', normalised_fingerprint: 'a' },
          ...{ normaliser_revision: 0, content: '{}', size_bytes: 1, is_first: false, lab_mode: false },
          ...{ host_not_compared: false, suspicious: suspicious[n] },
        })),
      )
    })

    await run('0037-suspicions')

    const rows = await inPlatform((trx) => trx('versions').select('id', 'suspicious'))
    const found = new Map(rows.map(({ id, suspicious }) => [id, suspicious]))
    expect(versions.map((id) => found.get(id))).to.deep.equal([
      null,
      [message('capture_shrank', { percent: 40 }), message('device_groups_fewer', { count: 2, previous_count: 3 })],
      [message('legacy_text', { text: 'nobody knows this sentence' })],
    ])
  })

  it('0038 converts the reasons of maintenance tasks to messages', async () => {
    await before('0038-maintenance-reasons')
    const reasons = [null, 'did nothing because there is no customer', 'stopped: nobody knows this sentence']
    await inPlatform((trx) =>
      trx('policy_runs').insert(
        reasons.map((reason) => ({ id: randomUUID(), kind: 'sweep', started_at: at, outcome: 'nothing', reason })),
      ),
    )

    await run('0038-maintenance-reasons')

    const rows = await inPlatform((trx) => trx('policy_runs').select('reason'))
    expect(rows.map(({ reason }) => reason)).to.have.deep.members([
      null,
      message('no_tenant'),
      message('legacy_text', { text: 'stopped: nobody knows this sentence' }),
    ])
  })

  it('0041 converts the text why a webhook is disabled to a code', async () => {
    await before('0041-webhook-reasons')
    const sentence = `nothing was delivered since ${at}; the last time it answered 500`
    const webhook = (name: string, reason: string | null, failingSince: string | null) => ({
      ...{ id: randomUUID(), tenant_id: tenantId, name, url: Buffer.alloc(0), host: '', secret: Buffer.alloc(0) },
      ...{ role: 'tenant_admin', events: [], min_severity: 'info', sites: [], tags: [], platforms: [] },
      ...{ digest_minutes: 0, enabled: reason === null, created_at: at, updated_at: at },
      ...{ disabled_reason: reason, failing_since: failingSince },
    })
    await inPlatform((trx) =>
      trx('webhooks').insert([webhook('a', sentence, at), webhook('b', null, at), webhook('c', null, null)]),
    )

    await run('0041-webhook-reasons')

    const rows = await inPlatform((trx) => trx('webhooks').orderBy('name').select('disabled_reason', 'failing_since'))
    expect(rows.map(({ disabled_reason: reason }) => reason)).to.deep.equal(['webhook_failing', null, null])
    expect(rows[0].failing_since).to.be.instanceOf(Date)
  })

  it('0043 converts the texts about damaged keys to messages', async () => {
    await before('0043-key-damage')
    const sentence = 'tenants/x/keys/1 is missing; nothing knows this sentence'
    await inPlatform((trx) =>
      trx('integrity_checks').insert({ tenant_id: tenantId, keys_damage: sentence, keys_damaged_at: at }),
    )

    await run('0043-key-damage')

    const [damage] = await inPlatform((trx) => trx('integrity_checks').pluck('keys_damage'))
    expect(damage).to.deep.equal([
      message('key_object_missing', { object: 'tenants/x/keys/1' }),
      message('legacy_text', { text: 'nothing knows this sentence' }),
    ])
  })

  it('0077 converts webhooks and their deliveries to notification channels', async () => {
    await before('0077-notification-channels')
    const [id, deliveryId] = [randomUUID(), randomUUID()]
    const [url, secret] = [Buffer.from('sealed url'), Buffer.from('sealed secret')]
    await inPlatform(async (trx) => {
      await trx('webhooks').insert({
        ...{ id, tenant_id: tenantId, name: 'a', url, secret, host: 'hooks.example.net', role: 'tenant_admin' },
        ...{ events: ['run.failed'], min_severity: 'warning', sites: ['Lyon'], tags: ['core', 'edge'], platforms: [] },
        ...{ digest_minutes: 5, enabled: true, created_at: at, updated_at: at },
      })
      await trx('webhook_deliveries').insert({
        ...{ id: deliveryId, tenant_id: tenantId, webhook_id: id, kind: 'digest', status: 'waiting', events: '[{}]' },
        ...{ next_at: at, give_up_at: at, created_at: at },
      })
    })

    await run('0077-notification-channels')

    const [channel] = await inPlatform((trx) => trx('notification_channels'))
    const [delivery] = await inPlatform((trx) => trx('notification_deliveries'))
    const { customers, ...filters } = channel.rules[0]
    expect(channel).to.deep.include({ id, kind: 'webhook', url, secret, destination: 'hooks.example.net' })
    expect([channel.rules.length, channel.digest_minutes, customers]).to.deep.equal([1, 5, []])
    expect(filters).to.deep.equal({
      ...{ events: ['run.failed'], min_severity: 'warning', sites: ['Lyon'], tags: ['core', 'edge'], platforms: [] },
    })
    expect(delivery).to.deep.include({ id: deliveryId, channel_id: id, status: 'waiting', events: [{}] })
  })

  it('0090 replaces renamed values', async () => {
    await before('0090-renamed-values')
    const [channelId, now] = [randomUUID(), { created_at: at, updated_at: at }]
    const rule = { events: ['agent.listener_heard'], min_severity: 'info' }
    const event = { id: randomUUID(), type: 'agent.listener_heard', severity: 'info', at, data: '{}' }
    const reason = 'channel_owner_limited'
    const state = { protocol: 'syslog_udp', error: 'unknown', unknown: 2 }
    await inPlatform(async (trx) => {
      await trx('agents').insert({ id: randomUUID(), tenant_id: tenantId, slug: 'local', name: 'Local', ...now, listener_states: JSON.stringify([state]) }) // prettier-ignore
      await trx('notification_channels').insert({
        ...{ id: channelId, tenant_id: tenantId, name: 'nms', kind: 'snmp', destination: 'nms:162', header_names: [] },
        ...{ role: 'tenant_admin', digest_minutes: 0, enabled: false, disabled_reason: reason, ...now },
        settings: JSON.stringify({ host: 'nms', enterprise: 32_473 }),
        rules: JSON.stringify([rule]),
      })
      await trx('notification_deliveries').insert({
        ...{ id: randomUUID(), tenant_id: tenantId, channel_id: channelId, kind: 'digest', status: 'waiting' },
        ...{ next_at: at, give_up_at: at, created_at: at },
        events: JSON.stringify([{ type: event.type }, { type: 'notification_channel.suspended', data: { reason } }]),
        attempts: JSON.stringify([{ at, error: { code: 'mail_server_in_plain_text', params: { host: 'mail' } } }]),
      })
      await trx('events').insert([
        event,
        { ...event, id: randomUUID(), type: 'notification_channel.suspended', data: JSON.stringify({ reason }) },
      ])
      await trx('report_schedules').insert({
        ...{ id: randomUUID(), tenant_id: tenantId, name: 'daily', period: 'daily', time: '07:00', time_zone: 'UTC' },
        ...{ language: 'en', recipients: [], attach_pdf: false, sections: ['coverage', 'accesses'], enabled: false },
        ...{ role: 'tenant_admin', disabled_reason: 'schedule_owner_limited', next_at: at, ...now },
      })
    })

    await run('0090-renamed-values')

    const row = (table: string) => inPlatform((trx) => trx(table).first())
    const [agent, channel] = [await row('agents'), await row('notification_channels')]
    const [delivery, schedule] = [await row('notification_deliveries'), await row('report_schedules')]
    const events = await inPlatform((trx) => trx('events').orderBy('type').select('type', 'data'))
    expect(agent.listener_states).to.deep.equal([
      { protocol: 'syslog_udp', error: 'unknown', unknown_sender_messages: 2 },
    ])
    expect(channel.settings).to.deep.equal({ host: 'nms', enterprise_number: 32_473 })
    expect(channel.rules).to.deep.equal([{ ...rule, events: ['agent.listener_recovered'] }])
    expect(channel.disabled_reason).to.equal('channel_owner_lost_permissions')
    expect(delivery.events).to.deep.equal([
      { type: 'agent.listener_recovered' },
      { type: 'notification_channel.suspended', data: { reason: 'channel_owner_lost_permissions' } },
    ])
    expect(delivery.attempts[0].error.code).to.equal('mail_server_requires_tls')
    expect(events).to.deep.equal([
      { type: 'agent.listener_recovered', data: {} },
      { type: 'notification_channel.suspended', data: { reason: 'channel_owner_lost_permissions' } },
    ])
    expect(schedule).to.deep.include({
      sections: ['coverage', 'access'],
      disabled_reason: 'schedule_owner_lost_permissions',
    })
  })

  async function aDevice(name: string, fields: object): Promise<string> {
    const id = randomUUID()
    const { options = {}, ...rest } = fields as { options?: object }
    await inPlatform((trx) =>
      trx('devices').insert({
        ...deviceColumns,
        id,
        tenant_id: tenantId,
        name,
        options: JSON.stringify(options),
        ...rest,
      }),
    )
    return id
  }

  async function aUser(name: string): Promise<string> {
    const id = randomUUID()
    await inPlatform((trx) =>
      trx('users').insert({
        id,
        tenant_id: tenantId,
        email: `${name}@example.net`,
        name,
        role: 'tenant_admin',
        password_hash: 'none',
        password_changed_at: at,
        created_at: at,
        updated_at: at,
      }),
    )
    return id
  }
})

const deviceColumns = {
  search: '',
  hostname: '192.0.2.1',
  platform: 'netco_iosxe',
  created_at: at,
  updated_at: at,
}

const fleet = {
  name: 'cloud',
  created_at: at,
  updated_at: at,
}
