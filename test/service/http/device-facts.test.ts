import { expect } from 'chai'
import { createBlockCache } from '../../../service/domain/repository/chunks/block-cache.ts'
import { createChunkReader } from '../../../service/domain/repository/chunks/chunk-reader.ts'
import { destroyStoredKeys } from '../../../service/domain/recovery/destruction/destroy-stored-keys.ts'
import { purgeDevice } from '../../../service/domain/recovery/purge/purge-device.ts'
import { jobKinds } from '../../../service/domain/jobs/kinds/registry.ts'
import { readStoredFacts } from '../../../service/domain/repository/facts/read-stored-facts.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type AgentScene, createAgentScene } from '../../support/scene/agent-scene.ts'
import { type Client, type TestService, must, startTestService } from '../../support/service.ts'
import { systemTransactions } from '../../support/system-transactions.ts'

const version = (release: string, uptime = '1 week, 2 days, 3 hours, 4 minutes') =>
  `Cisco IOS XE Software, Version ${release}\nedge-1 uptime is ${uptime}\n${'! x\n'.repeat(20)}end\n`
const inventory = (serial: string) => `NAME: "Chassis", DESCR: "ISR"\nPID: ISR4331/K9 , VID: V05, SN: ${serial}\n`
const config = `hostname edge-1\n${'! x\n'.repeat(20)}end\n`

interface Period {
  serial: string | null
  os_version: string | null
  changed: string[]
  first_seen_at: string
  last_seen_at: string
  current: boolean
}

describe('the facts of a device', () => {
  let service: TestService
  let customer: AgentScene
  let reader: Client
  let device: string
  let runs = 0
  beforeEach(async () => {
    service = await startTestService()
    customer = await createAgentScene(service)
    reader = await customer.as('tenant_readonly')
    device = await customer.hasRouter()
  })
  afterEach(() => service.close())

  const backUp = (release: string, serial: string, uptime?: string) =>
    customer.backUpTexts(device, {
      'running-config': `${config}! ${++runs}\n`,
      inventory: inventory(serial),
      version: version(release, uptime),
    })
  const shown = async (path = `/api/devices/${device}`) => must(await reader.get(path), 200)
  const periods = async (): Promise<Period[]> => shown(`/api/devices/${device}/facts`)
  const listed = async (query: string) => (await shown(`/api/devices?${query}`)).map(({ id }: { id: string }) => id)

  /** Runs the nightly task as if nothing had been recorded at the commits. */
  async function readStored(clear = true): Promise<void> {
    const { knex, keys, store } = service.dependencies
    await inScope(knex, { kind: 'platform' }, async (trx) => {
      if (clear) {
        await trx('device_facts').delete()
        await trx('artifacts').update({ facts: null, facts_rank: null })
        await trx('devices').update({ fact_serial: '', fact_os_version: '', uptime_seconds: null, uptime_at: null })
      }
      await trx('fact_scans').insert({ tenant_id: customer.id }).onConflict('tenant_id').ignore()
    })
    const result = await readStoredFacts({
      runInSystemTransaction: systemTransactions(service.dependencies),
      inTenant: (tenantId, step) =>
        inScope(knex, { kind: 'tenant', tenantId }, (trx) => step({ trx, now: service.dependencies.now() })),
      keys,
      chunkReader: (tenantId) => createChunkReader({ knex, keys, store }, createBlockCache(1024 * 1024), tenantId),
      stopping: new AbortController().signal,
      warn: (line) => expect.fail(line),
    })
    expect(result.outcome).to.equal('done')
  }

  it('are those of its stored texts, in the list and on the device', async () => {
    expect(await shown()).not.to.have.property('facts')

    await backUp('17.09.04a', 'FDO1111A1AA')

    const { facts } = await shown()
    expect(facts).to.include({
      hostname: 'edge-1',
      vendor: 'Cisco',
      model: 'ISR4331/K9',
      serial: 'FDO1111A1AA',
      os_version: '17.09.04a',
      uptime_seconds: 788_640,
    })
    expect(await listed('os_version=17.09.04a&serial=FDO1111A1AA&vendor=Cisco')).to.deep.equal([device])
    expect(await listed('os_version=17.09.04b')).to.deep.equal([])
    expect(await listed('model=other&model=ISR4331/K9')).to.deep.equal([device])
  })

  it('sort the list in pages, devices without facts first', async () => {
    await backUp('17.09.04a', 'FDO1111A1AA')
    const without = await customer.hasRouter()

    expect(await listed('sort=serial')).to.deep.equal([without, device])
    const first = await reader.get('/api/devices?sort=-os_version&limit=1')
    expect(must(first, 200).map(({ id }: { id: string }) => id)).to.deep.equal([device])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect((await shown(next)).map(({ id }: { id: string }) => id)).to.deep.equal([without])
  })

  it('have a period for each change, which names what changed, but not for the uptime', async () => {
    await backUp('17.09.04a', 'FDO1111A1AA')
    await backUp('17.09.04a', 'FDO1111A1AA', '1 week, 3 days, 3 hours, 4 minutes')
    await backUp('17.12.01', 'FDO1111A1AA')
    await backUp('17.12.01', 'FDO2222B2BB')

    const all = await periods()
    expect(all.map(({ serial, os_version: os, changed }) => ({ serial, os, changed }))).to.deep.equal([
      { serial: 'FDO2222B2BB', os: '17.12.01', changed: ['serial'] },
      { serial: 'FDO1111A1AA', os: '17.12.01', changed: ['os_version'] },
      { serial: 'FDO1111A1AA', os: '17.09.04a', changed: [] },
    ])
    expect(all.map(({ current }) => current)).to.deep.equal([true, false, false])
    for (const { first_seen_at: first, last_seen_at: last } of all) expect(first <= last).to.equal(true)
    const page = must(await reader.get(`/api/devices/${device}/facts?limit=1`), 200) as Period[]
    expect(page).to.deep.equal(all.slice(0, 1))
  })

  it('are read from stored versions, with the history that the commits would have written', async () => {
    await backUp('17.09.04a', 'FDO1111A1AA')
    await backUp('17.12.01', 'FDO1111A1AA')
    await backUp('17.12.01', 'FDO2222B2BB')
    const [facts, history] = [(await shown()).facts, await periods()]

    await readStored()
    expect((await shown()).facts).to.deep.equal(facts)
    expect(await periods()).to.deep.equal(history)

    await readStored(false)
    expect(await periods()).to.deep.equal(history)
  })

  it('are not taken from a suspicious text', async () => {
    await backUp('17.09.04a', 'FDO1111A1AA')
    const cut = { 'running-config': config, inventory: inventory('FDO1111A1AA'), version: 'Cisco IOS XE Software, Version 99\n' } // prettier-ignore
    await customer.backUpTexts(device, cut)

    expect((await shown()).facts.os_version).to.equal('17.09.04a')
    await readStored()
    expect((await shown()).facts.os_version).to.equal('17.09.04a')
  })

  it('are erased when the device is purged', async () => {
    await backUp('17.09.04a', 'FDO1111A1AA')
    await backUp('17.12.01', 'FDO1111A1AA')

    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId: customer.id }, async (trx) => {
      await trx('devices')
        .where({ id: device })
        .update({ decommissioned_at: new Date(0), purge_at: new Date(0) })
      await purgeDevice({ trx, now: service.dependencies.now() }, device)
    })

    expect(await shown()).not.to.have.property('facts')
    expect(await periods()).to.deep.equal([])
  })

  it('are erased with the keys of the customer, and are not read again', async () => {
    await backUp('17.09.04a', 'FDO1111A1AA')

    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      destroyStoredKeys({ trx, now: service.dependencies.now(), kinds: jobKinds }, customer.id),
    )

    expect(await shown()).not.to.have.property('facts')
    expect(await periods()).to.deep.equal([])
    await readStored()
    expect(await shown()).not.to.have.property('facts')
    const good = must(await reader.get(`/api/devices/${device}/last-known-good`), 200)
    expect(good.map((one: { good: boolean }) => one.good)).to.deep.equal([false, false, false])
  })

  it('are hidden from other customers', async () => {
    await backUp('17.09.04a', 'FDO1111A1AA')
    const other = await service.hasTenant()
    const stranger = await other.as('tenant_operator')

    expect((await stranger.get(`/api/devices/${device}/facts`)).status).to.equal(404)
    expect(must(await stranger.get('/api/devices?serial=FDO1111A1AA'), 200)).to.deep.equal([])
  })
})
