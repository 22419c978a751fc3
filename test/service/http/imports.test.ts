import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { inScope } from '../../../service/store/scope.ts'
import { aTable, anInventory, codedRejections, otherWarnings } from '../../support/inventories.ts'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('an inventory import', () => {
  let service: TestService
  let admin: Client
  let customer: Customer
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
  })
  beforeEach(async () => {
    customer = await service.hasTenant()
  })
  after(() => service.close())

  const table = (content: string | Buffer, query = '') =>
    admin.send('POST', `/api/inventory/import/csv?tenant=${customer.id}${query}`, aTable(content))
  const document = (body: object) => admin.post(`/api/inventory/import/json?tenant=${customer.id}`, body)
  const devices = async () => must(await admin.get(`/api/devices?tenant=${customer.id}&sort=name`), 200)
  const exported = async () => must(await admin.get(`/api/devices/export?tenant=${customer.id}`), 200)

  it('adds the devices of a table with all its columns', async () => {
    await customer.hasCredential({ name: 'network' })
    await customer.hasAgent({ name: 'West' })

    const report = must(
      await table(
        [
          'name,hostname,platform,transport,site,schedule,credential,agents,tags,paths,excludes,vdom,vsys',
          'core-1,192.0.2.1,netco_iosxe,ssh,"Gent, Dok-Noord",5  2 * * *,network,West,core; edge,,,,',
          'web-1,192.0.2.2,linux_server,,,,,,,/etc;/srv,*.log,,',
          'fw-1,192.0.2.3,fwco_fortios,api,,,,,,,,root,',
        ].join('\r\n'),
      ),
      200,
    )

    expect({ ...report, warnings: otherWarnings(report.warnings) }).to.deep.equal({
      created: [
        { row: 2, name: 'core-1' },
        { row: 3, name: 'web-1' },
        { row: 4, name: 'fw-1' },
      ],
      updated: [],
      rejected: [],
      warnings: [],
      pending_addresses: 1,
      dry_run: false,
    })
    const [core, firewall, web] = (await exported()).devices
    expect(core).to.deep.include({
      name: 'core-1',
      hostname: '192.0.2.1',
      transport_pref: 'ssh',
      site: 'Gent, Dok-Noord',
      schedule: '5 2 * * *',
      credential: 'network',
      agents: ['West'],
      tags: ['core', 'edge'],
    })
    expect(firewall.options).to.deep.equal({ vdom: 'root' })
    expect(web.options).to.deep.equal({ paths: ['/etc', '/srv'], excludes: ['*.log'] })
    const [{ next_run_at: nextRunAt }] = await devices()
    expect(nextRunAt).to.be.a('string')
    expect(must(await admin.get(`/api/devices?tenant=${customer.id}&q=dok-no`), 200)).to.have.length(1)
  })

  it('changes existing devices by name, and only the fields of its columns', async () => {
    const agent = await customer.hasAgent()
    const { id } = await customer.hasDevice({
      name: 'web-1',
      platform: 'linux_server',
      site: 'Gent',
      tags: ['web'],
      agent_ids: [agent.id],
      options: { paths: ['/etc'], excludes: ['*.bak'], sudo: true },
    })

    const report = must(await table('name;tags;paths\nweb-1;web;/etc;\n'), 200)
    const fewer = must(await table('name;site;excludes\nweb-1;;"/tmp;/var/tmp"\n'), 200)

    expect(report.rejected.map((line: { reason: string }) => line.reason)).to.deep.equal([])
    expect(report.updated).to.deep.equal([{ row: 2, name: 'web-1', changed: [] }])
    expect(fewer.updated).to.deep.equal([{ row: 2, name: 'web-1', changed: ['site', 'options'] }])
    const device = must(await admin.get(`/api/devices/${id}`), 200)
    expect(device).to.deep.include({
      site: '',
      tags: ['web'],
      agent_ids: [agent.id],
      options: { paths: ['/etc'], excludes: ['/tmp', '/var/tmp'], sudo: true },
    })
  })

  it('reports in a dry run exactly what it would do, and does nothing', async () => {
    await customer.hasDevice({ name: 'known', site: 'Gent' })
    const before = await exported()
    const content =
      'name,hostname,platform,site,credential\nknown,,,Aalst,\nnew,192.0.2.1,netco_nxos,,nobody\nbad,,,,\n'

    const dry = must(await table(content, '&dry_run=true'), 200)
    const unchanged = await exported()
    const real = must(await table(content), 200)

    expect(unchanged).to.deep.equal(before)
    expect(real).to.deep.equal({ ...dry, dry_run: false })
    expect(codedRejections(dry.rejected)).to.deep.equal([
      { row: 4, name: 'bad', errors: ['hostname required_for_new_device', 'platform required_for_new_device'] },
    ])
    expect(otherWarnings(dry.warnings)).to.deep.equal([
      {
        row: 3,
        name: 'new',
        code: 'credential_not_found',
        params: { credential: 'nobody', effect: 'none' },
        message: 'The credential nobody does not exist. The device was added without it.',
      },
    ])
    expect((await exported()).devices).to.have.length(2)
  })

  it('rejects invalid lines like single devices, and imports the others', async () => {
    const gone = await customer.hasDevice({ name: 'gone' })
    must(await admin.post(`/api/devices/${gone.id}/decommission?tenant=${customer.id}`), 200)
    const errors: [string, string[]][] = [
      ['gone,192.0.2.1,netco_iosxe,,', ['name device_out_of_service']],
      ['twice,192.0.2.1,netco_iosxe,,', []],
      ['twice,192.0.2.2,netco_iosxe,,', ['name name_repeated']],
      [',192.0.2.1,netco_iosxe,,', ['name is_empty']],
      ['bad-host,two words,netco_iosxe,,', ['hostname pattern_mismatch']],
      ['bad-platform,192.0.2.1,netco_ios,,', ['platform not_one_of']],
      ['bad-cron,192.0.2.1,netco_iosxe,99 * * * *,', ['schedule cron_field_invalid']],
      ['no-paths,192.0.2.1,linux_server,,', ['options.paths option_required']],
      ['bad-option,192.0.2.1,netco_iosxe,,root', ['options.vdom option_not_of_platform']],
      ['surplus,192.0.2.1,netco_iosxe,,,more', ['file cells_surplus']],
    ]

    const { created, rejected } = must(
      await table(['name,hostname,platform,schedule,vdom', ...errors.map(([line]) => line)].join('\n')),
      200,
    )

    expect(created).to.deep.equal([{ row: 3, name: 'twice' }])
    const byRow = new Map(codedRejections(rejected).map((line) => [line.row, line.errors]))
    for (const [at, [line, expected]] of errors.entries()) {
      expect(byRow.get(at + 2) ?? [], line).to.deep.equal(expected)
    }
  })

  it('adds a device without an unknown credential or agent, with a warning', async () => {
    await customer.hasAgent({ name: 'West' })
    const { id } = await customer.hasAgent({ name: 'North' })
    await customer.hasDevice({ name: 'has-north', agent_ids: [id] })

    const { warnings } = must(
      await table(
        'name,hostname,platform,agents\na,192.0.2.1,netco_iosxe,East\nb,192.0.2.1,netco_iosxe,East;West\nhas-north,,,East\n',
      ),
      200,
    )

    expect(otherWarnings(warnings).map(({ name, code, params }) => [name, code, params])).to.deep.equal([
      ['a', 'agent_not_found', { agent: 'East', effect: 'any' }],
      ['b', 'agent_not_found', { agent: 'East', effect: 'others' }],
      ['has-north', 'agent_not_found', { agent: 'East', effect: 'unchanged' }],
    ])
    const named = (await exported()).devices.map((device: { agents: string[] }) => device.agents)
    expect(named).to.deep.equal([[], ['West'], ['North']])
  })

  it('ignores another tenant’s credentials, agents and devices', async () => {
    const other = await service.hasTenant()
    await other.hasCredential({ name: 'theirs' })
    await other.hasAgent({ name: 'theirs' })
    const device = await other.hasDevice({ name: 'theirs', site: 'untouched' })

    const report = must(
      await table('name,hostname,platform,site,credential,agents\ntheirs,192.0.2.1,netco_iosxe,x,theirs,theirs\n'),
      200,
    )

    expect(report.created).to.have.length(1)
    expect(otherWarnings(report.warnings)).to.have.length(2)
    expect(must(await admin.get(`/api/devices/${device.id}`), 200).site).to.equal('untouched')
  })

  it('keeps the platform of a device that has backups', async () => {
    const { id } = await customer.hasDevice({ name: 'a' })
    await service.db.owner.raw('alter table devices no force row level security')
    await service.db.owner('devices').where({ id }).update({ has_history: true })
    await service.db.owner.raw('alter table devices force row level security')

    const { rejected } = must(await table('name,platform\na,netco_nxos\n'), 200)

    expect(codedRejections(rejected)).to.deep.equal([{ row: 2, name: 'a', errors: ['platform platform_has_backups'] }])
  })

  it('cancels the pending job of a device that it disables', async () => {
    const { id } = await customer.hasDevice({ name: 'a', schedule: '0 2 * * *' })
    must(await admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [id] }), 202)

    must(await document(anInventory([{ name: 'a', enabled: false }])), 200)

    const [run] = must(await admin.get(`/api/runs?tenant=${customer.id}`), 200)
    expect(run.status).to.equal('cancelled')
    expect(must(await admin.get(`/api/devices/${id}`), 200)).to.include({ state: 'disabled', next_run_at: null })
  })

  it('waits for another import of the tenant, so that none is lost', async () => {
    const content = (from: number) =>
      ['name,hostname,platform', ...Array.from({ length: 40 }, (_, at) => `d-${from + at},192.0.2.1,netco_iosxe`)].join(
        '\n',
      )

    const answers = await Promise.all([table(content(0)), table(content(20))])

    const reports = answers.map((answer) => must(answer, 200))
    expect(reports[0].created.length + reports[1].created.length).to.equal(60)
    expect(await devices()).to.have.length(60)
  })

  it('writes nothing when a user changes a device after the preview', async () => {
    await customer.hasDevice({ name: 'a', site: 'Gent' })
    const { knex } = service.dependencies
    const answer = await inScope(knex, { kind: 'tenant', tenantId: customer.id }, async (trx) => {
      await trx('devices').update({
        site: 'Brugge',
        updated_at: new Date(service.dependencies.now().getTime() + 1_000),
      })
      const importing = table('name,site\na,Aalst\n')
      await until(async () => {
        const { rows } = await knex.raw(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length > 0
      })
      return { importing }
    })

    const { status, body } = await answer.importing

    expect([status, body.code]).to.deep.equal([409, 'inventory_changed'])
    expect((await devices())[0].site).to.equal('Brugge')
  })

  it('writes nothing when a user sets an override of a device after the preview', async () => {
    const { id } = await customer.hasDevice({ name: 'a' })
    const { knex } = service.dependencies
    const answer = await inScope(knex, { kind: 'tenant', tenantId: customer.id }, async (trx) => {
      await trx('devices').where({ id }).forUpdate().select('id')
      await trx('retention_policies').insert({
        id: randomUUID(),
        tenant_id: customer.id,
        device_id: id,
        keep_days: 7,
        updated_at: service.dependencies.now(),
      })
      const importing = document(anInventory([{ name: 'a', retention: { keep_days: 1 } }]))
      await until(async () => {
        const { rows } = await knex.raw(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return rows.length > 0
      })
      return { importing }
    })

    const { status, body } = await answer.importing

    expect([status, body.code]).to.deep.equal([409, 'inventory_changed'])
  })

  it('is read only after authorisation, and a few at a time', async () => {
    const large = JSON.stringify(anInventory([], { customer: { padding: 'x'.repeat(3_000_000) } }))
    const where = `/api/inventory/import/json?tenant=${customer.id}`
    const type = { 'content-type': 'application/json' }
    const reader = await service.as('tenant_readonly', customer)

    const stranger = await service.anonymous.send('POST', where, large, type)
    const without = await reader.send('POST', where, large, type)
    const admitted = await admin.send('POST', where, large, type)
    const crowd = await Promise.all(Array.from({ length: 8 }, () => admin.send('POST', where, large, type)))

    expect([stranger.status, without.status, admitted.status]).to.deep.equal([401, 403, 200])
    expect(crowd.map(({ status }) => status))
      .to.include(200)
      .and.to.satisfy((all: number[]) => all.every((status) => status === 200 || status === 503))
    expect((await admin.send('POST', where, large, type)).status).to.equal(200)
  })

  it('is audited once, with the devices by name', async () => {
    await customer.hasDevice({ name: 'known' })
    const answer = await table('name,hostname,platform,site\nknown,,,Gent\nnew,192.0.2.1,netco_iosxe,\nbad,,,\n')

    const records = must(await admin.get(`/api/audit?tenant=${customer.id}&action=inventory.import`), 200)

    expect(answer.status).to.equal(200)
    expect(records).to.have.length(1)
    expect(records[0].detail).to.deep.equal({
      source: 'csv',
      dry_run: false,
      created: 1,
      updated: 1,
      rejected: 1,
      devices: [{ created: 'new' }, { updated: 'known', changed: ['site'] }],
    })
  })
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(10)
}
