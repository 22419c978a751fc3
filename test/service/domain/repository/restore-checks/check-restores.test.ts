import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { runForTenants } from '../../../../../service/domain/kernel/maintenance-tasks/run-for-tenants.ts'
import { createBlockCache } from '../../../../../service/domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../../../../../service/domain/repository/chunks/chunk-reader.ts'
import { checkRestores } from '../../../../../service/domain/repository/restore-checks/check-restores.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { ucsOf } from '../../../../support/bigip-device.ts'
import { type AgentScene, createAgentScene } from '../../../../support/scene/agent-scene.ts'
import { type Client, type TestService, must, startTestService } from '../../../../support/service.ts'
import { policyDependencies } from '../../../../support/system-transactions.ts'

const dayMs = 24 * 3_600_000
const config = (hostname: string) => `version 17.9\nhostname ${hostname}\n${'! x\n'.repeat(20)}end\n`
const inventory = 'NAME: "Chassis", DESCR: "ISR"\nPID: ISR4331/K9 , VID: V05, SN: FDO1\n'

interface Version {
  id: string
  key: string
  restore_check: { checked_at: string; outcome: string; failure: { code: string } | null; reason: string | null } | null
}

describe('the restore check', () => {
  let service: TestService
  let customer: AgentScene
  let reader: Client
  beforeEach(async () => {
    service = await startTestService()
    customer = await createAgentScene(service)
    reader = await customer.as('tenant_readonly')
  })
  afterEach(() => service.close())

  /** Runs the check of one night. */
  async function nextNight({ periodDays = 1, signal = new AbortController().signal } = {}) {
    service.advance(dayMs)
    const { knex, keys, store, now } = service.dependencies
    const blocks = createBlockCache(0)
    const dependencies = {
      ...{ knex, keys, store, now, periodDays, signal },
      inTenant: policyDependencies(service.dependencies).inTenant,
      chunkReader: (tenantId: string) => createChunkReader({ knex, keys, store }, blocks, tenantId),
      pause: async () => undefined,
      alarm: (line: string) => expect.fail(line),
    }
    await runForTenants(dependencies, {
      kind: 'restore_check',
      leases: 'restore_check_leases',
      work: (tenant) => checkRestores(dependencies, tenant),
    })
    const admin = await service.as('platform_admin')
    const [run] = must(await admin.get(`/api/policy-runs?kind=restore_check&tenant=${customer.id}&limit=1`), 200)
    return run as { outcome: string; counts: Record<string, number> }
  }

  async function latestOf(deviceId: string, key: string): Promise<Version> {
    const lineages = must(await reader.get(`/api/devices/${deviceId}/artifacts`), 200)
    const { id } = lineages.find((lineage: Version) => lineage.key === key)
    return must(await reader.get(`/api/artifacts/${id}/versions`), 200)[0]
  }

  async function eventsOf(...types: string[]) {
    const rows = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('events').whereIn('type', types).orderBy('id'),
    )
    return rows.map(({ type, severity, data }) => ({ type, severity, outcome: data.outcome, version: data.version_id }))
  }
  const failures = () => eventsOf('version.not_restorable', 'version.restorable')

  function damagePacks(): () => void {
    const folder = path.join(service.dependencies.settings.dataDirectory, 'objects/tenants', customer.id, 'packs')
    const names = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
    const files = names.filter((file) => fs.statSync(file).isFile())
    const contents = files.map((file) => fs.readFileSync(file))
    for (const file of files) fs.writeFileSync(file, Buffer.alloc(fs.statSync(file).size))
    return () => files.forEach((file, at) => fs.writeFileSync(file, contents[at]!))
  }

  it('reads back the latest text, tree and archive of each lineage, and shows when', async () => {
    const [router, server, balancer] = [
      await customer.hasRouter(),
      await customer.hasServer(),
      await customer.hasBalancer(),
    ]
    await customer.backUpTexts(router, { 'running-config': config('edge-0'), inventory })
    await customer.backUpTexts(router, { 'running-config': config('edge-1'), inventory })
    await customer.backUpTree(server, [
      ['etc', {}],
      ['etc/hosts', { bytes: '127.0.0.1 localhost\n' }],
    ])
    await customer.backUpArchive(balancer, {
      scf: 'sys a { }\n',
      ucs: ucsOf({ 'config/bigip.conf': 'ltm pool p { }\n', 'config/bigip_base.conf': 'sys a { }\n' }, 1),
    })

    const run = await nextNight()

    expect(run).to.deep.include({ outcome: 'done' })
    expect(run.counts).to.include({ versions: 5, restorable: 5, incomplete: 0, damaged: 0 })
    const checked_at = service.dependencies.now().toISOString()
    const passed = { checked_at, outcome: 'restorable', failure: null, reason: null }
    expect((await latestOf(router, 'running-config')).restore_check).to.deep.equal(passed)
    expect((await latestOf(server, 'filetree')).restore_check).to.deep.equal(passed)
    expect(await failures()).to.deep.equal([])
  })

  it('reports a text that its platform does not consider complete, in the language of the client', async () => {
    const router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': config('edge-1').replace('end\n', ''), inventory })

    expect((await nextNight()).counts).to.include({ restorable: 1, incomplete: 1 })

    const { id, restore_check: check } = await latestOf(router, 'running-config')
    expect(check).to.deep.include({ outcome: 'incomplete', reason: 'Expected: a last line that matches ^end$.' })
    const french = must(await reader.get(`/api/artifacts/versions/${id}`, { 'accept-language': 'fr' }), 200)
    expect(french.restore_check.reason).to.include('une dernière ligne')
    const failed = { type: 'version.not_restorable', severity: 'warning', outcome: 'incomplete', version: id }
    expect(await failures()).to.deep.equal([failed])
    await nextNight()
    expect(await failures(), 'the same result the next night').to.deep.equal([failed])
  })

  it('reports a version that cannot be read, and that it can be read again', async () => {
    const server = await customer.hasServer()
    await customer.backUpTree(server, [
      ['etc', {}],
      ['etc/hosts', { bytes: 'one\n' }],
    ])
    const repair = damagePacks()

    expect((await nextNight()).counts).to.include({ damaged: 1 })
    const damaged = await latestOf(server, 'filetree')
    expect(damaged.restore_check).to.include({ outcome: 'damaged' })
    repair()
    expect((await nextNight()).counts).to.include({ restorable: 1 })

    expect((await failures()).map(({ type, outcome }) => [type, outcome])).to.deep.equal([
      ['version.not_restorable', 'damaged'],
      ['version.restorable', 'restorable'],
    ])
  })

  it('checks each lineage within the period, the one that was never checked first', async () => {
    const routers = await Promise.all([1, 2, 3, 4].map(() => customer.hasRouter()))
    for (const router of routers) await customer.backUpTexts(router, { 'running-config': config('edge-1') })
    const checked = async () => {
      const latest = await Promise.all(routers.map((router) => latestOf(router, 'running-config')))
      return latest.filter(({ restore_check: check }) => check !== null).length
    }

    expect((await nextNight({ periodDays: 5 })).counts.versions).to.equal(2) // one is due, and all are overdue
    expect((await nextNight({ periodDays: 5 })).counts.versions).to.equal(2)

    expect(await checked()).to.equal(4)
    expect((await nextNight({ periodDays: 5 })).counts.versions).to.equal(1)
  })

  it('only reads back a text if its device was changed since it was collected', async () => {
    const router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': config('edge-1').replace('end\n', '') })
    service.advance(1_000)
    must(await customer.admin.patch(`/api/devices/${router}?tenant=${customer.id}`, { site: 'lyon' }), 200)

    expect((await nextNight()).counts).to.include({ versions: 1, restorable: 1 })
  })

  it('checks a later version of a lineage first if the one before it failed', async () => {
    const routers = await Promise.all([1, 2, 3, 4].map(() => customer.hasRouter()))
    for (const router of routers) await customer.backUpTexts(router, { 'running-config': config('edge-1') })
    const [failing] = routers
    await customer.backUpTexts(failing!, { 'running-config': config('edge-1').replace('end\n', '') })
    expect((await nextNight()).counts).to.include({ restorable: 3, incomplete: 1 })
    await customer.backUpTexts(failing!, { 'running-config': config('edge-2') })

    expect((await nextNight({ periodDays: 30 })).counts).to.include({ versions: 1, restorable: 1 })
    expect((await failures()).map(({ type }) => type)).to.deep.equal(['version.not_restorable', 'version.restorable'])
  })

  it('checks other lineages although one remains damaged', async () => {
    const server = await customer.hasServer()
    await customer.backUpTree(server, [['etc', {}], ['etc/large', { bytes: 'x'.repeat(100_000) }]]) // prettier-ignore
    damagePacks()
    expect((await nextNight()).counts).to.include({ damaged: 1 })
    const router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': config('edge-1') })

    for (let night = 0; night < 3; night++) await nextNight({ periodDays: 30 })

    expect((await latestOf(router, 'running-config')).restore_check).to.include({ outcome: 'restorable' })
  })

  it('stops with the service and continues the next night', async () => {
    const router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': config('edge-1') })

    expect(await nextNight({ signal: AbortSignal.abort() })).to.deep.include({ outcome: 'stopped' })
    expect((await latestOf(router, 'running-config')).restore_check).to.equal(null)
    expect(await nextNight()).to.deep.include({ outcome: 'done' })
  })

  it('is deleted with its version', async () => {
    const router = await customer.hasRouter()
    await customer.backUpTexts(router, { 'running-config': config('edge-1') })
    await nextNight()
    const rows = () => inScope(service.dependencies.knex, { kind: 'platform' }, (trx) => trx('restore_checks'))
    expect(await rows()).to.have.length(1)

    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, async (trx) => {
      await trx('artifacts').update({ latest_version_id: null })
      await trx('versions').delete()
    })

    expect(await rows()).to.deep.equal([])
  })
})
