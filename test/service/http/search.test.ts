import { codedErrors } from '../../support/field-errors.ts'
import { connect } from 'node:net'
import { expect } from 'chai'
import { compactSegments } from '../../../service/domain/repository/search/compact-segments.ts'
import { indexTexts } from '../../../service/domain/repository/search/index-texts.ts'
import { followSearch, openSearch, finishSearches } from '../../../service/domain/repository/search/open-search.ts'
import { inScope } from '../../../service/store/scope.ts'
import { withoutDestructionDelay } from '../../support/delays.ts'
import { type Answer, type Client, type TestService, must, startTestService } from '../../support/service.ts'
import { type Scene, createScene } from '../../support/scene/scene.ts'
import { systemTransactions } from '../../support/system-transactions.ts'

/** Separates the last record of an answer from the others. */
function read(answer: Answer) {
  const lines: string[] = must(answer, 200).trimEnd().split('\n')
  const records = lines.map((line) => JSON.parse(line))
  const end = records.pop()
  return { found: records, end, devices: records.map(({ device }) => device.name).toSorted() }
}

describe('the configuration search', () => {
  let service: TestService
  let tenant: Scene
  let admin: Client
  let url: string
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())
  beforeEach(async () => {
    tenant = await createScene(service.dependencies)
    admin = await service.as('platform_admin')
    url = `/api/search?tenant=${tenant.id}`
  })

  const search = async (wanted: object, as = admin) => read(await as.post(url, wanted))
  const index = () => indexTexts({ ...service.dependencies, ...service.dependencies.repository }, tenant.id)
  const auditOf = (tenantId: string) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ tenant_id: tenantId, action: 'config.search' }).orderBy('ts'),
    )
  const hasDevice = async (name: string, text: string, fields = {}) => {
    const device = await tenant.hasDevice({ name, ...fields })
    await tenant.hasText(device, text)
    return device
  }

  for (const when of ['as soon as it was backed up', 'when it is in a segment']) {
    it(`finds a line with number and context, ${when}`, async () => {
      const device = await hasDevice('core-1', 'hostname core-1\n!\nntp server 192.0.2.9\n!\nend\n')
      await hasDevice('core-2', 'hostname core-2\nend\n')
      if (when.includes('segment')) expect(await index()).to.deep.include({ texts: 2, segments: 1 })

      const { found, end } = await search({ pattern: 'ntp server', context: 1 })

      expect(found).to.have.length(1)
      expect(found[0]).to.deep.include({
        type: 'match',
        tenant_id: tenant.id,
        device: { id: device.id, name: 'core-1', platform: 'netco_iosxe', site: '' },
        key: 'running-config',
        transport: 'ssh',
        matches: 1,
        lines: [{ line: 3, text: 'ntp server 192.0.2.9', before: ['!'], after: ['!'] }],
      })
      expect(end).to.deep.equal({
        type: 'end',
        complete: true,
        reason: null,
        devices: 1,
        matches: 1,
        texts: 2,
        unreadable: 0,
        withheld: 0,
        masked: false,
        without_text: 0,
      })
    })
  }

  it('finds the content of the latest backup, not of the previous one', async () => {
    const device = await hasDevice('core-1', 'snmp-server community old\nend\n')
    await index()
    await tenant.hasText(device, 'snmp-server community new\nend\n')

    expect((await search({ pattern: 'community old' })).found).to.deep.equal([])
    expect((await search({ pattern: 'community new' })).devices).to.deep.equal(['core-1'])
    await index()
    expect((await search({ pattern: 'community old' })).found).to.deep.equal([])
    expect((await search({ pattern: 'community new' })).devices).to.deep.equal(['core-1'])
  })

  it('supports patterns, ignoring case, and filters', async () => {
    await hasDevice('a', 'interface Gi0/1\n ip address 192.0.2.1 255.255.255.0\n', { site: 'lyon', tags: ['edge'] })
    await hasDevice('b', 'INTERFACE GI0/2\n ip address 192.0.2.22 255.255.255.0\n', { site: 'nice' })
    await hasDevice('c', 'interface gi0/3\n', { platform: 'netco_nxos', tags: ['edge'] })
    await index()

    expect((await search({ pattern: String.raw`^ ip address 192\.0\.2\.\d 255`, regex: true })).devices).to.deep.equal([
      'a',
    ])
    expect((await search({ pattern: 'interface gi0' })).devices).to.deep.equal(['c'])
    expect((await search({ pattern: 'interface gi0', ignore_case: true })).devices).to.deep.equal(['a', 'b', 'c'])
    expect((await search({ pattern: 'ip address', site: 'nice' })).devices).to.deep.equal(['b'])
    expect((await search({ pattern: 'gi', ignore_case: true, tag: 'edge' })).devices).to.deep.equal(['a', 'c'])
    expect((await search({ pattern: 'gi', ignore_case: true, platform: 'netco_nxos' })).devices).to.deep.equal(['c'])
    expect((await search({ pattern: 'ip', key: 'startup-config' })).found).to.deep.equal([])
  })

  it('finds the devices without a line in any text, and counts those without text', async () => {
    const good = await hasDevice('good', 'service password-encryption\nend\n')
    await tenant.hasText(good, 'Cisco IOS', { key: 'startup-config' })
    const bad = await hasDevice('bad', 'no service password-encryption here\nend\n')
    await tenant.hasText(bad, 'end\n', { key: 'startup-config' })
    await tenant.hasDevice({ name: 'new' })

    const { found, end } = await search({ pattern: '^service password-encryption$', regex: true, missing: true })

    expect(found).to.deep.equal([
      {
        type: 'missing',
        tenant_id: tenant.id,
        device: { id: bad.id, name: 'bad', platform: 'netco_iosxe', site: '' },
        texts: 2,
      },
    ])
    expect(end).to.include({ complete: true, devices: 1, texts: 4, without_text: 1 })
    const { devices } = await search({ pattern: 'service password', key: 'startup-config', missing: true })
    expect(devices).to.deep.equal(['bad', 'good'])
  })

  it('excludes decommissioned devices', async () => {
    const device = await hasDevice('retired', 'hostname retired\n')
    await index()
    must(await admin.post(`/api/devices/${device.id}/decommission?tenant=${tenant.id}`), 200)

    expect((await search({ pattern: 'hostname' })).found).to.deep.equal([])
  })

  it('shows a tenant its own texts, and the platform those of all tenants or one', async () => {
    await hasDevice('mine', 'hostname shared-word\n')
    const other = await createScene(service.dependencies)
    await other.hasText(await other.hasDevice({ name: 'theirs' }), 'hostname shared-word\n')
    const own = await service.as('tenant_operator', tenant)

    expect(read(await own.post('/api/search', { pattern: 'shared-word' })).devices).to.deep.equal(['mine'])
    expect((await search({ pattern: 'shared-word' })).devices).to.deep.equal(['mine'])
    expect(read(await admin.post('/api/search', { pattern: 'shared-word' })).devices).to.deep.equal(['mine', 'theirs'])
    const [record] = await auditOf(other.id)
    expect(record).to.include({ outcome: 'done', cross_tenant: true, role: 'platform_admin' })
    expect(record.detail.devices).to.have.length(1)
  })

  it('is audited once, with its pattern and the devices shown', async () => {
    const device = await hasDevice('shown', 'password 7 0822455D0A16\n')
    await hasDevice('searched', 'hostname b\n')

    await search({ pattern: 'password 7', site: '', ignore_case: true })

    const records = await auditOf(tenant.id)
    expect(records).to.have.length(1)
    expect(records[0]).to.deep.include({ object: 'search', outcome: 'done', cross_tenant: true })
    expect(records[0].detail).to.deep.equal({
      pattern: 'password 7',
      regex: false,
      ignore_case: true,
      missing: false,
      context: 0,
      site: '',
      devices: [device.id],
      matches: 1,
      texts: 2,
      complete: true,
    })
  })

  it('is audited even if its client disconnects', async () => {
    const line = `needle ${'x'.repeat(400)}\n`
    for (let n = 0; n < 40; n++) await hasDevice(`d-${n}`, line.repeat(100), { site: String(n) })
    const going = new AbortController()
    const answer = await fetch(service.url + url, {
      method: 'POST',
      signal: going.signal,
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pattern: 'needle', context: 20 }),
    })
    const { value } = await answer.body!.getReader().read()
    const shown = Buffer.from(value!)
      .toString()
      .split('\n')
      .slice(0, -1)
      .map((text) => JSON.parse(text).device.id)

    going.abort()
    let records: { detail: { complete: boolean; devices: string[] } }[] = []
    while (records.length === 0) records = await auditOf(tenant.id)

    expect(records).to.have.length(1)
    expect(records[0]!.detail.complete).to.equal(false)
    expect(records[0]!.detail.devices).to.include.members(shown)
    expect(records[0]!.detail.devices).to.have.length.below(40)
  })

  it('is audited even if the service dies before its end', async () => {
    const { knex } = service.dependencies
    const device = await hasDevice('shown', 'hostname a\n')
    const runInSystemTransaction = systemTransactions(service.dependencies)
    const person = { kind: 'user', id: device.id, name: 'a@example.net', role: 'tenant_admin', tenantId: tenant.id }
    await inScope(knex, { kind: 'platform' }, (trx) =>
      trx('open_searches').insert({
        id: device.id,
        tenant_id: tenant.id,
        record: { actor: person, origin: { requestId: null, ip: '192.0.2.7' }, detail: { pattern: 'hostname' } },
        devices: [device.id],
        touched_at: service.dependencies.now(),
      }),
    )

    expect(await finishSearches(runInSystemTransaction)).to.equal(0)
    service.advance(11 * 60_000)
    expect(await finishSearches(runInSystemTransaction)).to.equal(1)

    const [record] = await auditOf(tenant.id)
    expect(record).to.include({ actor: 'a@example.net', role: 'tenant_admin', ip: '192.0.2.7', outcome: 'done' })
    expect(record.detail).to.deep.equal({ pattern: 'hostname', devices: [device.id], complete: false, cut: true })
  })

  it('is limited to the requested number of devices, and reports more', async () => {
    for (const name of ['a', 'b', 'c']) await hasDevice(name, 'hostname x\n')

    const { found, end } = await search({ pattern: 'hostname', limit: 2 })

    expect(found).to.have.length(2)
    expect(end).to.include({ complete: false, reason: 'limit', devices: 2 })
    expect((await search({ pattern: 'hostname', limit: 3 })).end).to.include({ complete: true, devices: 3 })
  })

  it('names an unreadable text, and does not report it as lacking the line', async () => {
    const device = await hasDevice('damaged', 'hostname damaged\n')
    await tenant.inTransaction(({ trx }) =>
      trx.raw(`update chunks set length = length + 1 where tenant_id = ? and damaged_at is null`, [tenant.id]),
    )
    await hasDevice('sound', 'end\n')

    const { found, end } = await search({ pattern: 'hostname', missing: true })

    expect(found.map(({ type, device: { name } }) => [type, name])).to.deep.equal([
      ['unreadable', 'damaged'],
      ['missing', 'sound'],
    ])
    expect(found[0].device.id).to.equal(device.id)
    expect(end).to.include({ complete: true, unreadable: 1, devices: 1 })
  })

  it('finds a line of a text that is too long for memory, before and after indexing', async () => {
    const lines = Array.from({ length: 60_000 }, (_, n) => `set rule ${n} ${'ab'.repeat(45)} from any to any`)
    lines[40_000] = 'set rule needle'
    await hasDevice('large', `${lines.join('\n')}\n`)
    await hasDevice('small', 'set rule needle\n')
    const wanted = { pattern: 'needle', context: 1 }

    const before = await search(wanted)
    expect(await index()).to.deep.include({ texts: 2 })
    const after = await search(wanted)

    const ofLarge = ({ found }: typeof before) => found.find(({ device }) => device.name === 'large').lines
    expect(ofLarge(before)).to.deep.equal([
      { line: 40_001, text: 'set rule needle', before: [lines[39_999]], after: [lines[40_001]] },
    ])
    expect(ofLarge(after)).to.deep.equal(ofLarge(before))
    expect(after.end).to.deep.equal(before.end)
  })

  it('rejects a pattern that it cannot search in bounded time, with the reason', async () => {
    for (const [pattern, code] of [
      ['(a+)\\1', 'pattern_backreference'],
      ['(?=x)y', 'pattern_lookaround'],
      ['a\nb', 'pattern_has_line_end'],
    ]) {
      const answer = await admin.post(url, { pattern, regex: true })

      expect(answer.status).to.equal(422)
      expect(codedErrors(answer.body)).to.deep.equal([{ path: 'pattern', code, params: {} }])
    }
    expect((await admin.post(url, { pattern: 'a\0b' })).status).to.equal(422)
    expect((await admin.post(url, { pattern: '' })).status).to.equal(422)
  })

  it('is taken from a reader that stopped reading, and audited with what was shown', async () => {
    const { searching } = service.dependencies
    const line = `needle ${'x'.repeat(400)}\n`
    for (let n = 0; n < 12; n++) await hasDevice(`d-${n}`, line.repeat(400))
    const { time } = searching
    searching.time = { ...time, readMs: 1_500 }
    const body = JSON.stringify({ pattern: 'needle', context: 20 })
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1').pause()
    const head = [`POST ${url} HTTP/1.1`, 'host: coffer', `authorization: Bearer ${admin.token}`, 'connection: close']
    socket.write([...head, 'content-type: application/json', `content-length: ${body.length}`, '', body].join('\r\n'))

    let records: { detail: { complete: boolean; devices: string[] } }[] = []
    while (records.length === 0) records = await auditOf(tenant.id)
    searching.time = time
    expect(records[0]!.detail).to.include({ complete: false })
    expect(records[0]!.detail.devices).to.have.length.within(1, 11)
    const leave = ['a', 'b', 'c', 'd'].map((id) => searching.places.acquire(id))
    for (const end of leave) end()
    await new Promise((resolve) => socket.once('close', resolve).resume())
  })

  it('is limited per tenant, so that others can search', async () => {
    const { searching } = service.dependencies
    const leave = [searching.places.acquire(tenant.id), searching.places.acquire(tenant.id)]

    expect((await admin.post(url, { pattern: 'x' })).status).to.equal(503)
    expect((await admin.post('/api/search', { pattern: 'x' })).status).to.equal(200)
    for (const end of leave) end()
    expect((await admin.post(url, { pattern: 'x' })).status).to.equal(200)
  })

  it('shows nothing more once another process has closed its audit record', async () => {
    const reading = tenant.reading()
    const id = await reading.inTransaction((call) => openSearch(call, tenant.id, { pattern: 'x' }))
    const open = followSearch(reading, tenant.id, id)
    const [one, other] = [await hasDevice('a', 'x\n'), await hasDevice('b', 'x\n')]
    await open.show([one.id])
    service.advance(11 * 60_000)
    await finishSearches(systemTransactions(service.dependencies))

    const shown = await open.show([other.id]).catch((error: Error) => error.message)

    expect(shown).to.include('taken for ended')
    const records = await auditOf(tenant.id)
    expect(records.map(({ detail }) => detail.devices)).to.deep.equal([[one.id]])
  })

  it('reports that it is busy above its limit', async () => {
    const leave = ['a', 'b', 'c', 'd'].map((id) => service.dependencies.searching.places.acquire(id))

    const answer = await admin.post(url, { pattern: 'x' })

    expect(answer.status).to.equal(503)
    expect(answer.headers.get('retry-after')).to.equal('5')
    for (const end of leave) end()
    expect((await admin.post(url, { pattern: 'x' })).status).to.equal(200)
  })

  it('is rejected after the tenant’s keys were destroyed, and its texts leave the store at once', async () => {
    await hasDevice('gone', 'hostname gone\n')
    await index()
    const { slug } = must(await admin.get(`/api/tenants/${tenant.id}`), 200)
    await withoutDestructionDelay(service)
    must(await admin.post(`/api/tenants/${tenant.id}/destroy-key`, { confirm: slug }), 200)

    const answer = await admin.post(url, { pattern: 'hostname' })
    const others = await admin.post('/api/search', { pattern: 'hostname gone' })
    const left = await Array.fromAsync(service.dependencies.store.list(`${tenant.prefix}/search/`))
    await compactSegments(service.dependencies, tenant.id, { orphans: false })

    expect(left).to.deep.equal([])
    expect(answer.body).to.include({ status: 409, code: 'keys_destroyed' })
    expect(read(others).devices).not.to.include('gone')
    expect(await Array.fromAsync(service.dependencies.store.list(`${tenant.prefix}/search/`))).to.deep.equal([])
  })
})
