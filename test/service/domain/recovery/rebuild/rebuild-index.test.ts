import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { startupOf } from '../../../../support/startup-code.ts'
import { rebuildIndex } from '../../../../../service/domain/recovery/rebuild/rebuild-index.ts'
import { sweepTenant } from '../../../../../service/domain/repository/sweep/sweep-tenant.ts'
import { putTombstone } from '../../../../../service/domain/inventory/tenants/tombstone.ts'
import { TombstoneDecider } from '../../../../../service/domain/inventory/tenants/tombstone-decisions.ts'
import { createKeyring } from '../../../../../service/keys/keyring.ts'
import type { ObjectStore, StoreUnreachable } from '../../../../../service/objects/object-store.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { ucsOf } from '../../../../support/bigip-device.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { failureOf } from '../../../../support/failure-of.ts'
import { type FaultyStore, createFaultyStore } from '../../../../support/faulty-store.ts'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'

describe('the index rebuild', () => {
  let service: TestService
  const others: TestService[] = []
  let store: FaultyStore
  let lines: string[] = []

  beforeEach(async () => {
    lines = []
    service = await startTestService({ wrapStore: (disk) => (store = createFaultyStore(disk)) })
  })
  afterEach(async () => {
    for (const other of others.splice(0)) await other.close()
    await service.close()
  })

  /**
   * Returns a service on the same object store with an empty database; with the same master key, unless it is lost too.
   */
  async function loseDatabase({ masterKey = service.dependencies.masterKey as Buffer | undefined } = {}) {
    const other = await startTestService({ wrapStore: () => store, masterKey, now: service.dependencies.now() })
    others.push(other)
    return other
  }

  function rebuild(into: TestService, { dryRun = false, from = store as ObjectStore } = {}) {
    const { knex, masterKey, workers, now } = into.dependencies
    const keys = createKeyring(knex, masterKey)
    const onSkipped = (key: string, why: string) => lines.push(`${key}: ${why}`)
    return rebuildIndex({
      knex,
      keys,
      store: from,
      masterKey,
      workers,
      now,
      dryRun,
      tombstones: new TombstoneDecider(),
      onSkipped,
    })
  }

  const folderOf = ({ id }: { id: string }) =>
    path.join(service.dependencies.settings.dataDirectory, 'objects/tenants', id)

  it('restores every version and snapshot of every tenant byte for byte', async function () {
    const customers = [await createAgentScene(service, 'first'), await createAgentScene(service, 'second')]
    for (const customer of customers) {
      await fill(customer)
      await backUpArchives(customer)
    }
    const change = { name: 'The First', decommissioned_retention_days: 90 }
    must(await customers[0]!.admin.patch(`/api/tenants/${customers[0]!.id}?tenant=${customers[0]!.id}`, change), 200)
    await service.hasTenant('never-backed-up')
    const before = await readEverything(await service.as('platform_admin'))
    const rebuilt = await loseDatabase()

    const counted = await rebuild(rebuilt, { dryRun: true })
    const admin = await rebuilt.as('platform_admin')
    const unchanged = must(await admin.get('/api/tenants'), 200)
    const counts = await rebuild(rebuilt)
    const again = await rebuild(rebuilt)

    const after = await readEverything(admin)
    const tenants = must(await admin.get('/api/tenants'), 200)
    expect(Object.keys(after).sort()).to.deep.equal(Object.keys(before).sort())
    for (const [what, said] of Object.entries(before)) expect(after[what], what).to.deep.equal(said)
    expect(unchanged).to.deep.equal([])
    expect({ ...counted, devices_added: 8 }).to.deep.equal(counts)
    expect(again).to.deep.include({ packs_attached: 0, versions_attached: 0, devices_added: 0, customers_added: 0 })
    expect(lines).to.deep.equal([])
    expect(
      tenants.map(({ slug, name, decommissioned_retention_days: days }: Record<string, string>) => [slug, name, days]),
    ).to.deep.equal([
      ['first', 'The First', 90],
      ['second', 'second', 365],
    ])
    expect(counts).to.deep.include({ customers: 3, customers_added: 2, devices_added: 8, snapshots_attached: 8 })
  })

  it('restores devices disabled, with their latest name and no connection data', async () => {
    const customer = await createAgentScene(service)
    const id = await customer.hasRouter()
    await customer.backUpTexts(id, { 'running-config': 'hostname a\n!\nend\n' })
    const admin = await service.as('platform_admin')
    must(await admin.patch(`/api/devices/${id}?tenant=${customer.id}`, { name: 'renamed' }), 200)
    await customer.backUpTexts(id, { 'running-config': 'hostname b\n!\nend\n' })
    const rebuilt = await loseDatabase()

    await rebuild(rebuilt)

    const device = must(await (await rebuilt.as('platform_admin')).get(`/api/devices/${id}`), 200)
    expect(device).to.deep.include({ name: 'renamed', hostname: '', enabled: false, platform: 'netco_iosxe' })
  })

  it('continues after an unavailable store, and never reports a partial result as complete', async () => {
    const customer = await createAgentScene(service)
    await customer.backUpTexts(await customer.hasRouter(), { 'running-config': 'hostname a\n!\nend\n' })
    const before = await readEverything(await service.as('platform_admin'))
    const rebuilt = await loseDatabase()
    for (const kind of ['packs', 'manifests']) {
      store.follow(({ method, key }) => (method === 'list' && key.endsWith(`/${kind}/`) ? 'cut_listing' : undefined))
      const failure = await failureOf(rebuild(rebuilt))
      expect(failure.name).to.equal('StoreUnreachable')
    }
    store.follow(({ method, key }) => (method === 'list' && key.endsWith('/packs/') ? 'empty_listing' : undefined))
    const unbelieved = await failureOf(rebuild(await loseDatabase()))
    store.follow(() => undefined)

    await rebuild(rebuilt)

    expect((unbelieved as StoreUnreachable).reason.code).to.equal('store_packs_not_listed')
    expect(await readEverything(await rebuilt.as('platform_admin'))).to.deep.equal(before)
    const runs = must(await (await rebuilt.as('platform_admin')).get('/api/policy-runs?kind=rebuild'), 200)
    expect(runs.map(({ outcome }: { outcome: string }) => outcome)).to.deep.equal(['done', 'failed', 'failed'])
  })

  it('adds what is newer than a restored database, and changes nothing else', async () => {
    const customer = await createAgentScene(service)
    const [router, server] = [await customer.hasRouter(), await customer.hasServer()]
    await customer.backUpTexts(router, { 'running-config': 'hostname a\n!\nend\n' })
    const old = service.dependencies.now()
    await customer.backUpTexts(router, { 'running-config': 'hostname b\n!\nend\n' })
    await customer.backUpTree(server, [
      ['etc', {}],
      ['etc/motd', { bytes: 'new\n' }],
    ])
    const before = await readEverything(await service.as('platform_admin'))
    const deviceBefore = must(await customer.admin.get(`/api/devices/${router}`), 200)
    await turnBack(service, customer.id, old)

    const counts = await rebuild(service)

    expect(counts).to.deep.include({ customers_added: 0, devices_added: 0, versions_attached: 2, packs_attached: 2 })
    expect(await readEverything(await service.as('platform_admin'))).to.deep.equal(before)
    expect(must(await customer.admin.get(`/api/devices/${router}`), 200).name).to.equal(deviceBefore.name)
  })

  it('skips a tenant with destroyed keys, but removes no keys from a database that has them', async () => {
    const [gone, kept] = [await createAgentScene(service), await createAgentScene(service)]
    for (const customer of [gone, kept]) {
      await customer.backUpTexts(await customer.hasRouter(), { 'running-config': 'hostname a\n!\nend\n' })
    }
    const bundle = fs.readFileSync(path.join(folderOf(gone), 'keys/1'))
    const tenant = { id: gone.id, prefix: `tenants/${gone.id}` }
    await putTombstone(store, await service.dependencies.keys.tombstoneKeys(), tenant, service.dependencies.now())
    const rebuilt = await loseDatabase()

    const fresh = await rebuild(rebuilt)
    await rebuild(service)
    const swept = await sweepTenant({ ...service.dependencies, store }, gone.id)

    const tenants = must(await (await rebuilt.as('platform_admin')).get('/api/tenants'), 200)
    expect(bundle.length).to.be.greaterThan(0)
    expect(fresh).to.deep.include({ destroyed: 1, customers_added: 1 })
    expect(tenants.map(({ id }: { id: string }) => id)).to.deep.equal([kept.id])
    const [key] = await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: gone.id }, (trx) =>
      trx('tenant_keys').select('destroyed_at', 'bundle'),
    )
    expect([key.destroyed_at, key.bundle.length]).to.deep.equal([null, bundle.length])
    expect(lines.join()).to.contain('tombstone of this customer, and the database its keys')
    expect(swept).to.deep.include({ outcome: 'stopped' })
    expect(swept.reason?.code).to.equal('tombstone_of_destruction')
  })

  it('names and skips damaged and foreign objects, and protects unknown ones from the sweep', async () => {
    const customer = await createAgentScene(service)
    await fill(customer)
    const folder = folderOf(customer)
    const [pack] = fs.readdirSync(path.join(folder, 'packs'))
    const [manifest, other] = fs.readdirSync(path.join(folder, 'manifests'))
    flipByte(path.join(folder, 'packs', pack!))
    flipByte(path.join(folder, 'manifests', manifest!))
    fs.truncateSync(path.join(folder, 'manifests', other!), 5)
    fs.writeFileSync(path.join(folder, 'packs', 'notes of somebody.txt'), 'hello')
    fs.mkdirSync(path.join(folder, '../lost+found/x'), { recursive: true })
    fs.writeFileSync(path.join(folder, '../lost+found/x/y'), 'hello')
    const rebuilt = await loseDatabase()

    const counts = await rebuild(rebuilt)

    const [mark] = await inScope(rebuilt.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('settings').where({ key: 'restored_at' }).select('value'),
    )
    const named = lines.map((line) => line.split(':')[0]!.replace(`tenants/${customer.id}/`, '')).sort()
    const wanted = [`packs/${pack}`, `manifests/${manifest}`, `manifests/${other}`, 'packs/notes of somebody.txt']
    expect(named).to.deep.equal([...wanted, 'tenants/lost+found/x/y'].sort())
    expect(counts).to.deep.include({ damaged: 3, foreign: 2 })
    expect(mark.value).to.deep.include({ rebuilt: true })
  })

  it('attaches no manifest of an interrupted commit, before or after the repeated commit', async () => {
    const customer = await createAgentScene(service)
    const [router, texts] = [await customer.hasRouter(), { 'running-config': 'hostname a\n!\nend\n' }]
    must(await customer.admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [router] }), 202)
    const job = await customer.agent.startJob()
    await customer.agent.check(job, texts)
    const artifacts = await customer.agent.capture(job, texts)
    service.dependencies.failpoint = (name) => {
      if (name === 'before_commit') throw new Error('killed')
    }
    const cut = await customer.agent.result(job, { artifacts })
    service.dependencies.failpoint = undefined

    const before = await rebuild(service)
    const whole = await customer.agent.result(job, { artifacts })
    const after = await rebuild(service)

    expect([cut.status, whole.status]).to.deep.equal([500, 200])
    expect(before).to.deep.include({ manifests: 1, versions_attached: 0 })
    expect(after).to.deep.include({ manifests: 2, versions_attached: 0 })
  })

  it('attaches the others when one tenant’s wrapped keys are damaged everywhere', async () => {
    const customers = [await createAgentScene(service), await createAgentScene(service)]
    for (const customer of customers) {
      await customer.backUpTexts(await customer.hasRouter(), { 'running-config': 'hostname a\n!\nend\n' })
    }
    const [affected, whole] = customers.sort((a, b) => (a.id < b.id ? -1 : 1)) as [AgentScene, AgentScene]
    const bundle = fs.readFileSync(path.join(folderOf(affected), 'keys/1'))
    flipByte(path.join(folderOf(affected), 'keys/1'))
    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: affected.id }, (trx) =>
      trx('tenant_keys').update({ bundle: fs.readFileSync(path.join(folderOf(affected), 'keys/1')) }),
    )
    await turnBack(service, whole.id, new Date(0))

    const counts = await rebuild(service)
    fs.writeFileSync(path.join(folderOf(affected), 'keys/2'), bundle)
    const again = await rebuild(service)

    expect(counts).to.deep.include({ damaged: 1, versions_attached: 1 })
    expect(lines.join()).to.include(`tenants/${affected.id}: none of its wrapped keys can be decrypted`)
    expect(again).to.deep.include({ damaged: 0 })
    expect(
      (await createKeyring(service.dependencies.knex, service.dependencies.masterKey).of(affected.id)).dataKey,
    ).to.have.length(32)
  })

  it('fails in one line if the master key opens no tenant’s keys', async () => {
    await fill(await createAgentScene(service))
    const rebuilt = await loseDatabase({ masterKey: randomBytes(32) })

    const failure = await failureOf(rebuild(rebuilt))

    expect(startupOf(failure)).to.deep.equal(message('master_key_opens_none', { customers: 1 }))
  })
})

/** Adds changing texts, a tree and one that shares most of it, on three devices. */
async function fill(customer: AgentScene) {
  const pieces = Array.from({ length: 20_000 }, (_, at) => createHash('sha256').update(`${at}`).digest())
  const large = Buffer.concat(pieces) // more than one chunk
  const routers = [await customer.hasRouter(), await customer.hasRouter()]
  const server = await customer.hasServer()
  for (const [at, router] of routers.entries()) {
    for (const line of ['a', 'b', 'c']) {
      const text = `hostname r${at}\n!\nntp server ${line}.example.net\n!\nend\n`
      await customer.backUpTexts(router, { 'running-config': text, inventory: `NAME: "r${at}", PID: X${line}\n` })
    }
  }
  for (const hosts of ['one\n', 'two\n']) {
    await customer.backUpTree(server, [
      ['etc', {}],
      ['etc/hosts', { bytes: hosts }],
      ['etc/large', { bytes: large }],
      ['etc/link', { type: 'symlink', target: Buffer.from('hosts'), mode: 0o777 }],
    ])
  }
}

/** Adds an archive with browsable members, and an encrypted one. */
async function backUpArchives(customer: AgentScene) {
  const balancer = await customer.hasBalancer()
  const members = { 'config/bigip.conf': 'ltm pool p { }\n', 'config/bigip_base.conf': 'sys a { }\n' }
  const encrypted = Buffer.concat([Buffer.from('Salted__'), Buffer.alloc(2_000, 9)])
  for (const ucs of [ucsOf(members, 1), encrypted]) await customer.backUpArchive(balancer, { scf: 'sys a { }\n', ucs })
}

/**
 * Returns everything that the API returns about the backups: lists, contents, diffs, folders, files and archives. Omits
 * what the store does not contain: when a version was last seen, and runs.
 */
async function readEverything(admin: Client): Promise<Record<string, unknown>> {
  const said: Record<string, unknown> = {}
  const keep = async (path: string) => {
    const { status, bytes } = await admin.get(path)
    said[path] = status === 200 ? createHash('sha256').update(bytes).digest('hex') : status
  }
  for (const { id } of must(await admin.get('/api/devices?limit=100'), 200)) {
    const artifacts = must(await admin.get(`/api/devices/${id}/artifacts`), 200)
    for (const { id: artifact, key } of artifacts) {
      must(
        await admin.post(`/api/artifacts/${artifact}/divergence/recompute?tenant=${await tenantOf(admin, id)}`, {}),
        200,
      )
      const versions = must(await admin.get(`/api/artifacts/${artifact}/versions`), 200)
      said[`versions of ${id} ${key}`] = versions.map(withoutSeen)
      for (const [at, version] of versions.entries()) {
        await keep(`/api/artifacts/versions/${version.id}/content?download=true`)
        const older = versions[at + 1]
        if (!older) continue
        const diff = await admin.get(`/api/artifacts/${artifact}/diff?from=${older.id}&to=${version.id}`)
        said[`diff of ${version.id}`] = [diff.status, withoutSeen(diff.body)]
      }
    }
    const changes = must(await admin.get(`/api/changes?device_id=${id}`), 200)
    said[`changes of ${id}`] = changes.map(({ version }: { version: { id: string } }) => version.id)
    for (const snapshot of must(await admin.get(`/api/devices/${id}/snapshots`), 200)) {
      said[`snapshot ${snapshot.id}`] = { ...snapshot, artifact_id: undefined }
      await keep(`/api/snapshots/${snapshot.id}/browse?path=/etc`)
      await keep(`/api/snapshots/${snapshot.id}/browse?path=/`)
      await keep(`/api/snapshots/${snapshot.id}/file?path=/etc/hosts`)
      await keep(`/api/snapshots/${snapshot.id}/file?path=/etc/large&download=true`)
      await keep(`/api/snapshots/${snapshot.id}/archive?path=/`)
    }
  }
  return said
}

async function tenantOf(admin: Client, deviceId: string): Promise<string> {
  return must(await admin.get(`/api/devices/${deviceId}`), 200).tenant_id
}

/** Lineages get different ids. */
function withoutSeen(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, field) =>
      ['last_seen_at', 'artifact_id', 'run_id', 'job_id', 'request_id'].includes(key) ? undefined : field,
    ),
  )
}

/** Removes what an earlier dump would not contain. */
async function turnBack(service: TestService, tenantId: string, to: Date) {
  await inScope(service.dependencies.knex, { kind: 'tenant', tenantId }, async (trx) => {
    await trx.raw('delete from snapshots where captured_at > ?', [to])
    await trx.raw('update artifacts set latest_version_id = null')
    await trx.raw('delete from versions where captured_at > ?', [to])
    await trx.raw('delete from artifacts a where not exists (select from versions v where v.artifact_id = a.id)')
    await trx.raw(
      `update artifacts a set latest_version_id =
         (select id from versions v where v.artifact_id = a.id order by captured_at desc, id desc limit 1)`,
    )
    await trx.raw('delete from chunks c using packs p where p.id = c.pack_id and p.verified_at > ?', [to])
    await trx.raw('delete from packs where verified_at > ?', [to])
  })
}

function flipByte(file: string) {
  const bytes = fs.readFileSync(file)
  bytes[Math.floor(bytes.length / 2)]! ^= 1
  fs.writeFileSync(file, bytes)
}
