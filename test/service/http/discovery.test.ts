import { codedErrors } from '../../support/field-errors.ts'
import { expect } from 'chai'
import type { components } from '../../../shared/contract/api-types.ts'
import { inScope } from '../../../service/store/scope.ts'
import { type CloudService, startCloudService } from '../../support/cloud-service.ts'
import type { MerakiWorld } from '../../support/meraki-answers.ts'
import { aMerakiWorld } from '../../support/meraki-simulator.ts'
import { withoutDestructionDelay } from '../../support/delays.ts'
import { type Answer, type Client, type Customer, must } from '../../support/service.ts'
import { shortIntervals } from '../../support/short-intervals.ts'

describe('discovery', function () {
  let service: CloudService
  let customer: Customer
  let admin: Client
  let fleet: { id: string; credential_id: string }

  before(async () => (service = await startCloudService({ hasShards: true })))
  after(() => service.close())
  beforeEach(async () => {
    service.cloud.reset(aMerakiWorld())
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    const { id: credential_id } = await customer.hasCredential({ api_token: service.cloud.key })
    fleet = must(
      await admin.post('/api/discovery/fleets', { name: 'stores', credential_id, schedule: '0  3 * * *' }),
      201,
    )
  })

  const where = (rest = '') => `/api/discovery/fleets/${fleet.id}${rest}`
  const read = async () => must(await admin.get(where()), 200)
  const scan = async () => {
    must(await admin.post(where('/scan')), 202)
    await service.runDue()
    return (await read()).last_scan
  }
  const apply = (keys: string[]): Promise<Answer> => admin.post(where('/apply'), { keys })
  const devices = async () => must(await admin.get('/api/devices?platform=netco_meraki'), 200)
  const device = async (name: string) => (await devices()).find((one: { name: string }) => one.name === name)
  type Skipped = components['schemas']['FleetScan']['skipped'][number]
  const codedSkip = ({ id, name, code, params }: Skipped) => [id, name, code, params]
  const marks = ({ results }: { results: Record<string, unknown>[] }) =>
    results.map(({ key, existing, imported, seen }) => [key, existing, imported, seen])

  describe('a scan', () => {
    it('runs in the background, and lists the networks of all organisations in pages', async () => {
      service.cloud.world.organisations.push({ id: '77', name: 'Another Ltd', networks: stores(5) })

      const asked = must(await admin.post(where('/scan')), 202)
      const again = must(await admin.post(where('/scan')), 202)
      await service.runDue()
      const { last_scan: done } = await read()

      expect(asked.last_scan).to.include({ status: 'queued', started_at: null })
      expect(again.last_scan.queued_at).to.equal(asked.last_scan.queued_at)
      expect(done).to.include({ status: 'succeeded', error: null, error_code: null })
      expect(done.progress).to.deep.equal({ organisations: 2, organisations_done: 2, networks: 7 })
      expect(done.results).to.have.length(7)
      expect(done.results.find(({ key }: { key: string }) => key === 'N_1')).to.deep.include({
        kind: 'network',
        name: 'HQ',
        organisation: 'Example Ltd',
        organisation_id: '2930418',
        product_types: ['appliance', 'switch', 'wireless'],
        existing: false,
        device_id: null,
      })
      expect(await devices()).to.deep.equal([])
      expect(service.alarms).to.deep.equal([])
    })

    it('covers only the chosen organisations, and lists those left out with reasons', async () => {
      service.cloud.world.organisations.push({ id: '77', name: 'Closed Ltd', apiEnabled: false, networks: stores(1) })
      must(await admin.patch(where(), { org_ids: ['77', '78'] }), 200)

      const { results, skipped } = await scan()

      expect(results).to.deep.equal([])
      expect(skipped.map(codedSkip)).to.deep.equal([
        ['78', '', 'organisation_not_visible', {}],
        ['77', 'Closed Ltd', 'organisation_api_disabled', {}],
      ])
    })

    it('returns the reasons that earlier versions stored as text', async () => {
      await scan()
      const scan_skipped = JSON.stringify([{ id: '78', name: 'Closed Ltd', reason: 'the key does not see it' }])
      await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
        trx('fleets').where({ id: fleet.id }).update({ scan_skipped }),
      )

      const [skipped] = (await read()).last_scan.skipped

      expect(skipped).to.include({ reason: 'the key does not see it', code: 'legacy_text' })
    })

    it('that fails keeps the previous results and every device', async () => {
      await scan()
      must(await apply(['N_1']), 200)
      service.cloud.world.organisations.push({ id: '77', name: 'Another Ltd', networks: stores(3) })
      service.cloud.breakAt(/\/organizations\/77\/networks/, broken(500))

      const failed = await scan()

      expect(failed).to.include({ status: 'failed', error_code: 'request_failed' })
      expect(failed.error).to.contain('listing the networks of 77')
      expect(marks(failed)).to.deep.equal([
        ['N_1', true, true, true],
        ['L_2', false, false, true],
      ])
      expect((await device('HQ')).decommissioned_at).to.equal(null)
    })

    it('returns the current name of an imported device', async () => {
      await scan()
      must(await apply(['N_1']), 200)
      const { id } = await device('HQ')
      must(await admin.patch(`/api/devices/${id}`, { name: 'head office' }), 200)

      const { results } = (await read()).last_scan

      const named = results.map((one: Record<string, unknown>) => [one['key'], one['device_id'], one['device_name']])
      expect(named).to.deep.equal([
        ['N_1', id, 'head office'],
        ['L_2', null, null],
      ])
    })

    it('continues without a denied organisation, reports it, and keeps its earlier results', async () => {
      service.cloud.world.organisations.push({ id: '77', name: 'Another Ltd', networks: stores(2) })
      const before = await scan()
      service.cloud.breakAt(/\/organizations\/77\/networks/, broken(403))

      const after = await scan()

      expect(after).to.include({ status: 'succeeded' })
      expect(after.skipped.map(codedSkip)).to.deep.equal([
        ['77', 'Another Ltd', 'organisation_networks_denied', { status: 403 }],
      ])
      expect(marks(after)).to.deep.equal(marks(before))
    })

    it('fails with a rejected key, which is never quoted', async () => {
      const wrong = 'not-a-key-of-this-cloud'
      must(await admin.patch(`/api/credentials/${fleet.credential_id}`, { api_token: wrong }), 200)

      const failed = await scan()

      expect(failed).to.include({ status: 'failed', error_code: 'auth_failed' })
      expect(JSON.stringify(failed)).to.not.contain(wrong)
    })

    it('is taken over by another replica when the first is killed', async () => {
      const dead = service.createScanner()
      service.cloud.breakAt(/\/organizations$/, { kind: 'silent' }, 1)
      must(await admin.post(where('/scan')), 202)
      await dead.claimDue()
      await until(() => service.cloud.paths().includes('/organizations'))

      const meanwhile = (await read()).last_scan
      service.advance(shortIntervals.lease_ms + 1)
      await service.runDue()
      const after = (await read()).last_scan
      await dead.stop()

      expect(meanwhile.status).to.equal('running')
      expect(after.status).to.equal('succeeded')
      expect((await read()).last_scan.status).to.equal('succeeded')
    })

    it('fails if the tenant’s keys are destroyed meanwhile', async () => {
      const platform = await service.as('platform_admin')
      must(await admin.post(where('/scan')), 202)
      await withoutDestructionDelay(service)
      must(await platform.post(`/api/tenants/${customer.id}/destroy-key`, { confirm: customer.slug }), 200)

      await service.runDue()

      const { last_scan: ended } = must(await platform.get(`${where()}?tenant=${customer.id}`), 200)
      expect(ended).to.include({ status: 'failed', error_code: 'credential_missing' })
      expect(ended.failure).to.include({ code: 'credential_missing', step: null, seen: null })
      expect(service.cloud.requests).to.have.length(0)
      service.alarms.length = 0
    })

    it('is released immediately by a replica that stops', async () => {
      const stopping = service.createScanner()
      service.cloud.breakAt(/\/organizations$/, { kind: 'silent' }, 1)
      must(await admin.post(where('/scan')), 202)
      await stopping.claimDue()
      await until(() => service.cloud.paths().includes('/organizations'))

      await stopping.stop()

      expect((await read()).last_scan.status).to.equal('queued')
      await service.runDue()
    })
  })

  describe('a selection', () => {
    it('is imported with the fleet’s agents and schedule, and backed up', async () => {
      const agent = await customer.hasAgent()
      must(await admin.patch(where(), { agent_ids: [agent.id] }), 200)
      await scan()

      const applied = must(await apply(['N_1', 'L_2']), 200)
      const hq = await device('HQ')
      must(await admin.post('/api/backups/trigger', { device_ids: [hq.id] }), 202)
      await service.runDue()

      expect(applied).to.deep.include({ imported: ['HQ', 'Store 2'], unchanged: 0 })
      expect(hq).to.deep.include({
        schedule: '0 3 * * *',
        agent_ids: [agent.id],
        credential_id: fleet.credential_id,
        options: { netco_network_id: 'N_1', netco_org_id: '2930418' },
      })
      expect((await device('HQ')).state).to.equal('changed')
      expect(marks((await read()).last_scan)).to.deep.equal([
        ['N_1', true, true, true],
        ['L_2', true, true, true],
      ])
    })

    it('that is applied again changes nothing', async () => {
      await scan()
      must(await apply(['N_1']), 200)
      const before = await devices()

      const again = must(await apply(['N_1']), 200)

      expect(again).to.deep.equal({ imported: [], reinstated: [], adopted: [], decommissioned: [], unchanged: 1 })
      expect(await devices()).to.deep.equal(before)
    })

    it('decommissions deselected networks, keeps their backups, and reinstates them', async () => {
      await scan()
      must(await apply(['N_1', 'L_2']), 200)
      const { id } = await device('Store 2')
      must(await admin.post('/api/backups/trigger', { device_ids: [id] }), 202)
      await service.runDue()

      const out = must(await apply(['N_1']), 200)
      const retired = await device('Store 2')
      const lineages = must(await admin.get(`/api/devices/${id}/artifacts`), 200)
      must(await admin.patch(where(), { schedule: '' }), 200)
      const back = must(await apply(['L_2', 'N_1']), 200)

      expect(out).to.deep.include({ decommissioned: ['Store 2'], unchanged: 1 })
      expect(retired.decommissioned_at).to.be.a('string')
      expect(lineages).to.have.length(2)
      expect(back).to.deep.include({ reinstated: ['Store 2'], imported: [] })
      expect(await device('Store 2')).to.include({ id, decommissioned_at: null, schedule: '' })
    })

    it('adds or removes named networks and leaves the rest', async () => {
      await scan()
      const some = (keys: string[], how: string) => admin.post(`/api/discovery/fleets/${fleet.id}/apply`, { keys, how })

      const first = must(await some(['N_1'], 'add'), 200)
      const second = must(await some(['L_2'], 'add'), 200)
      const gone = must(await some(['N_1'], 'remove'), 200)
      const again = must(await some(['N_1'], 'remove'), 200)

      expect([first.imported, second.imported]).to.deep.equal([['HQ'], ['Store 2']])
      expect(second).to.include({ unchanged: 0 }).and.to.deep.include({ decommissioned: [] })
      expect(gone).to.deep.equal({
        imported: [],
        reinstated: [],
        adopted: [],
        decommissioned: ['HQ'],
        unchanged: 0,
      })
      expect(again.decommissioned).to.deep.equal([])
      expect((await device('Store 2')).decommissioned_at).to.equal(null)
    })

    it('keeps a user’s settings of a device that disappears and returns', async () => {
      await scan()
      must(await apply(['N_1']), 200)
      const { id, options } = await device('HQ')
      must(await admin.patch(`/api/devices/${id}`, { options: { ...options, artifacts: ['wireless'] } }), 200)

      must(await apply([]), 200)
      must(await apply(['N_1']), 200)

      expect((await device('HQ')).options).to.deep.equal({ ...options, artifacts: ['wireless'] })
    })

    it('leaves manually added devices unchanged until selected', async () => {
      const own = await service.hasNetwork(customer)
      const found = await scan()
      const ignored = must(await apply([]), 200)
      const adopted = must(await apply(['N_1']), 200)
      const released = must(await apply([]), 200)

      expect(marks(found)[0]).to.deep.equal(['N_1', true, false, true])
      expect(ignored.decommissioned).to.deep.equal([])
      expect(adopted.adopted).to.deep.equal(['HQ'])
      expect(released.decommissioned).to.deep.equal(['HQ'])
      expect(await devices()).to.have.length(1)
      expect((await device('HQ')).id).to.equal(own.id)
    })

    it('assigns every network a unique device name', async () => {
      const { networks } = service.cloud.world.organisations[0]!
      networks.push(
        { ...networks[1]!, id: 'L_3', boxes: [] },
        { ...networks[1]!, id: 'L_4', name: 'a\u0007b', boxes: [] },
      )
      await scan()

      const { imported } = must(await apply(['N_1', 'L_2', 'L_3', 'L_4']), 200)

      expect(imported.sort()).to.deep.equal(['HQ', 'Store 2', 'Store 2 (Example Ltd)', 'a b'])
    })

    it('keeps a network that disappeared from the vendor while it is selected', async () => {
      await scan()
      must(await apply(['N_1', 'L_2']), 200)
      service.cloud.world.organisations[0]!.networks.pop()
      const found = await scan()

      const kept = must(await apply(['N_1', 'L_2']), 200)

      expect(marks(found)).to.deep.equal([
        ['N_1', true, true, true],
        ['L_2', true, true, false],
      ])
      expect(kept.unchanged).to.equal(2)
    })

    it('with an unknown network is rejected completely', async () => {
      await scan()

      const refused = await apply(['N_1', 'N_9'])

      expect(refused.status).to.equal(422)
      expect(codedErrors(refused.body)).to.deep.equal([{ path: 'keys.1', code: 'not_in_fleet_scan', params: {} }])
      expect(await devices()).to.deep.equal([])
    })

    it('is not possible before the first scan, and decommissions nothing', async () => {
      await service.hasNetwork(customer)

      expect(must(await apply([]), 200).decommissioned).to.deep.equal([])
      expect((await apply(['N_1'])).status).to.equal(422)
    })
  })

  it('imports a thousand networks at once, and decommissions them again', async () => {
    service.cloud.world.pageSize = 500
    service.cloud.world.organisations[0]!.networks = stores(1_000)
    const { results } = await scan()
    const keys = results.map(({ key }: { key: string }) => key)

    const applied = must(await apply(keys), 200)
    const out = must(await apply([]), 200)

    expect(applied.imported).to.have.length(1_000)
    expect(out.decommissioned).to.have.length(1_000)
  })
})

function stores(count: number): MerakiWorld['organisations'][number]['networks'] {
  return Array.from({ length: count }, (_, at) => ({
    id: `L_${100 + at}`,
    name: `Branch ${at}`,
    productTypes: ['wireless'],
    boxes: [],
  }))
}

function broken(status: number) {
  const headers = { 'content-type': 'application/json' }
  return { kind: 'answer', answer: { status, headers, body: '{"errors":["oops"]}' } } as const
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}
