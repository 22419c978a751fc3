import { expect } from 'chai'
import { type CloudService, startCloudService } from '../../support/cloud-service.ts'
import { aMerakiWorld } from '../../support/meraki-simulator.ts'
import { type Answer, type Client, type Customer, must } from '../../support/service.ts'

describe('discovery', () => {
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

  describe('a fleet', () => {
    it('rejects invalid input, field by field', async () => {
      const foreign = await (await service.hasTenant()).hasCredential()

      const refused = await admin.patch(where(), {
        credential_id: foreign.id,
        schedule: 'at night',
        agent_ids: [foreign.id],
      })

      expect(refused.status).to.equal(422)
      expect(refused.body.errors.map(({ path }: { path: string }) => path)).to.deep.equal([
        'schedule',
        'credential_id',
        'agent_ids.0',
      ])
    })

    it('has a unique name', async () => {
      const { credential_id } = fleet

      const second = await admin.post('/api/discovery/fleets', { name: 'stores', credential_id })

      expect(second).to.deep.include({ status: 409 })
      expect(second.body.code).to.equal('name_taken')
    })

    it('prevents the deletion of its credential', async () => {
      const refused = await admin.delete(`/api/credentials/${fleet.credential_id}`)

      expect(refused.status).to.equal(409)
      expect(refused.body).to.deep.include({ code: 'credential_in_use', params: { by: 'fleets', devices: 0 } })
    })

    it('can be deleted, and its devices stay active', async () => {
      await scan()
      must(await apply(['N_1']), 200)

      expect((await admin.delete(where())).status).to.equal(204)
      expect((await admin.get(where())).status).to.equal(404)
      expect((await device('HQ')).decommissioned_at).to.equal(null)
    })

    it('is listed without its results', async () => {
      await scan()

      const [listed] = must(await admin.get('/api/discovery/fleets'), 200)

      expect(listed).to.include({ name: 'stores', schedule: '0 3 * * *' })
      expect(listed.last_scan).to.not.have.property('results')
    })
  })
})
