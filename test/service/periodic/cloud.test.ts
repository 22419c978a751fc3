import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type TestDatabase, freshDatabase } from '../../support/database.ts'
import { type MerakiSimulator, startMerakiSimulator } from '../../support/meraki-simulator.ts'
import { eventually } from '../../support/real-agent.ts'
import { type RunningCoffer, newDataDirectory, runCoffer } from '../../support/running-coffer.ts'
import { type Client, must } from '../../support/service.ts'

describe('the service’s cloud runner', () => {
  let cloud: MerakiSimulator
  let db: TestDatabase
  let folder: string
  const replicas: RunningCoffer[] = []

  before(async () => {
    cloud = await startMerakiSimulator()
    db = await freshDatabase()
    folder = newDataDirectory()
  })
  after(async () => {
    await Promise.all(replicas.map((replica) => replica.kill('SIGKILL')))
    await Promise.all([cloud.close(), db.drop()])
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('reads a network on one replica, and on another when the first is killed', async () => {
    const first = await startReplica()
    const admin = await first.admin()
    const { tenant, device } = await hasNetwork(admin)
    cloud.breakAt(/\/networks\/L_2$/, { kind: 'silent' }, 1)
    const [run] = must(await admin.post(`/api/backups/trigger?tenant=${tenant}`, { device_ids: [device] }), 202)
    await eventually('the cloud is asked', () => cloud.paths().includes('/networks/L_2'))
    const second = await startReplica()

    await first.kill('SIGKILL')

    const there = await second.admin()
    const isOver = async () => !['queued', 'running'].includes(must(await there.get(`/api/runs/${run.id}`), 200).status)
    await eventually('the run is over', isOver)
    const { status, attempts } = must(await there.get(`/api/runs/${run.id}`), 200)
    expect(status).to.equal('succeeded')
    expect(attempts).to.be.at.least(2) // more if the first one's request timed out before the kill
    expect(must(await there.get(`/api/devices/${device}/artifacts`), 200)).to.have.length(1)
  })

  async function startReplica(): Promise<RunningCoffer> {
    const authorities = path.join(folder, 'authorities.pem')
    fs.writeFileSync(authorities, cloud.authority)
    const environment = {
      BKP_DATABASE_URL: db.url,
      BKP_DATABASE_OWNER_URL: db.ownerUrl,
      BKP_LOCAL_AGENT: 'off',
      BKP_SCHEDULE_JITTER_MINUTES: '0',
      BKP_MERAKI_URL: cloud.baseUrl,
      BKP_MERAKI_CA_FILE: authorities,
      BKP_MERAKI_CALLS_PER_SECOND: '10',
    }
    const replica = await runCoffer(folder, environment, {}, 'test/service/periodic/cloud-replica.ts')
    replicas.push(replica)
    return replica
  }

  async function hasNetwork(admin: Client): Promise<{ tenant: string; device: string }> {
    const { id: tenant } = must(await admin.post('/api/tenants', { slug: 'shops', name: 'Shops' }), 201)
    const add = async (kind: string, body: object) => must(await admin.post(`/api/${kind}?tenant=${tenant}`, body), 201)
    const { id: credential_id } = await add('credentials', { name: 'dashboard', api_token: cloud.key })
    const { id: device } = await add('devices', {
      name: 'HQ',
      hostname: 'api.meraki.com',
      platform: 'netco_meraki',
      credential_id,
      approve_address: true,
      options: { netco_network_id: 'L_2', artifacts: ['wireless'] },
    })
    return { tenant, device }
  }
})
