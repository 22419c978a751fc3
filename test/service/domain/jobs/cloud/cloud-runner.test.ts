import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { endAbandonedJobs } from '../../../../../service/domain/jobs/end-abandoned-jobs.ts'
import { merakiRegions } from '../../../../../shared/platforms/netco_meraki.ts'
import { inScope } from '../../../../../service/store/scope.ts'
import { anAgent } from '../../../../support/fake-agent.ts'
import { type CloudService, startCloudService } from '../../../../support/cloud-service.ts'
import { aMerakiWorld } from '../../../../support/meraki-simulator.ts'
import { type Client, type Customer, must } from '../../../../support/service.ts'
import { shortIntervals } from '../../../../support/short-intervals.ts'
import { systemTransactions } from '../../../../support/system-transactions.ts'
import { jobKinds } from '../../../../../service/domain/jobs/kinds/registry.ts'

describe('cloud networks', function () {
  let service: CloudService
  let customer: Customer
  let admin: Client
  let device: { id: string; name: string }

  before(async () => (service = await startCloudService()))
  after(() => service.close())
  beforeEach(async () => {
    service.cloud.reset(aMerakiWorld())
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    device = await service.hasNetwork(customer)
  })

  const trigger = async () => must(await admin.post('/api/backups/trigger', { device_ids: [device.id] }), 202)[0]
  const lastRun = async () => must(await admin.get(`/api/runs?device_id=${device.id}`), 200)[0]
  const logOf = async (id: string) => must(await admin.get(`/api/runs/${id}/log`), 200)
  const artifacts = async (): Promise<{ id: string; key: string }[]> =>
    must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)
  const versionsOf = async (key: string) => {
    const artifact = (await artifacts()).find((one) => one.key === key)
    return must(await admin.get(`/api/artifacts/${artifact?.id}/versions`), 200)
  }

  it('are backed up by the service, from trigger to readable versions', async () => {
    await trigger()
    await service.runDue()

    const run = await lastRun()
    expect(run).to.include({ status: 'succeeded', transport: 'api', error: null, agent_id: null })
    expect((await artifacts()).map(({ key }) => key).sort()).to.deep.equal([
      'appliance',
      'network',
      'switch',
      'wireless',
    ])
    const [version] = await versionsOf('wireless')
    const text = must(await admin.get(`/api/artifacts/versions/${version.id}/content`), 200)
    expect(JSON.stringify(text)).to.contain('correct horse')
    expect(JSON.stringify(await logOf(run.id)))
      .to.contain('wireless: ')
      .and.to.not.contain(service.cloud.key)
    expect(service.alarms).to.deep.equal([])
  })

  it('yield a version only after a change', async () => {
    await trigger()
    await service.runDue()
    await trigger()
    await service.runDue()
    const unchanged = await lastRun()
    service.cloud.world.organisations[0]!.networks[0]!.settings = { '/networks/N_1/switch/stp': { rstpEnabled: false } }
    await trigger()
    await service.runDue()

    expect(unchanged.status).to.equal('unchanged')
    expect((await lastRun()).status).to.equal('succeeded')
    expect(await versionsOf('switch')).to.have.length(2)
    expect(await versionsOf('network')).to.have.length(1)
  })

  it('end partial when an endpoint fails, which the run names', async () => {
    const oops = { status: 500, headers: { 'content-type': 'application/json' }, body: '{"errors":["oops"]}' }
    service.cloud.breakAt(/\/switch\/stp$/, { kind: 'answer', answer: oops })

    await trigger()
    await service.runDue()
    const first = await lastRun()
    await trigger()
    await service.runDue()
    const second = await lastRun()

    expect([first.status, second.status]).to.deep.equal(['partial', 'partial'])
    const shown = must(await admin.get(`/api/runs/${second.id}`), 200)
    expect(shown.warnings.join()).to.contain('/networks/N_1/switch/stp was not read')
    expect(shown.warning_messages.map(({ code }: { code: string }) => code)).to.include('warning_request_failed')
    expect(await versionsOf('switch')).to.have.length(1)
  })

  it('yield no version for missing parts alone, nor when those return', async () => {
    const oops = { status: 500, headers: { 'content-type': 'application/json' }, body: '{"errors":["oops"]}' }
    await trigger()
    await service.runDue()
    service.cloud.breakAt(/\/wireless\/ssids$/, { kind: 'answer', answer: oops }, 5)
    service.cloud.breakAt(/\/switch\/stp$/, { kind: 'answer', answer: oops }, 5)
    await trigger()
    await service.runDue()
    const broken = await lastRun()
    await trigger()
    await service.runDue()

    expect(broken.status).to.equal('partial')
    expect(JSON.stringify(await logOf(broken.id))).to.include('/switch/stp was not read')
    expect((await lastRun()).status).to.equal('unchanged')
    expect(await versionsOf('switch')).to.have.length(1)
    expect(await versionsOf('wireless')).to.have.length(1)
  })

  it('create a suspicious version when their content is reported as missing', async () => {
    await trigger()
    await service.runDue()
    const none = { status: 400, headers: { 'content-type': 'application/json' }, body: '{"errors":["not enabled"]}' }
    service.cloud.breakAt(/\/switch\/stp$/, { kind: 'answer', answer: none })
    await trigger()
    await service.runDue()

    const [latest] = await versionsOf('switch')
    expect(latest.suspicions).to.deep.equal([message('members_absent', { count: 1 })])
  })

  it('wait while the vendor’s limits are used by others, and lose nothing', async () => {
    await trigger()
    await service.runDue()
    for (const errors of [
      'This may be due to concurrent requests to delete networks.',
      'Too many concurrently executing batches. Please wait for confirmed batches to complete before trying again.',
      'This may be due to concurrent action batches. Please wait and try again.',
    ]) {
      const answer = {
        status: 400,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ errors: [errors] }),
      }
      service.cloud.breakAt(/\/switch\/stp$/, { kind: 'answer', answer }, 1)
    }
    await trigger()
    await service.runDue()

    expect((await lastRun()).status).to.equal('unchanged')
  })

  it('of one tenant do not delay another’s, even if the vendor rejects its key', async () => {
    const other = await service.hasTenant()
    await service.hasNetwork(other, { netco_org_id: '2930418' })
    await trigger()
    await service.runDue()
    const buckets = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('rate_buckets').pluck('name'),
    )
    const { host } = new URL(service.cloud.baseUrl)

    expect(buckets).to.include.members([`netco_meraki ${host} customer ${customer.id}`, `netco_meraki ${host} 2930418`])
    expect(buckets.join()).not.to.include(other.id)
    expect(buckets.some((name: string) => name.endsWith(`${host} `))).to.equal(false)
  })

  it('of one tenant leave capacity for those of others', async () => {
    const { id: credential_id } = await customer.hasCredential({ api_token: service.cloud.key })
    const more = await Promise.all(
      Array.from({ length: 14 }, (_, at) =>
        customer.hasDevice({
          name: `net ${at}`,
          platform: 'netco_meraki',
          credential_id,
          options: { netco_network_id: 'N_1', ...(at > 4 && { netco_org_id: `${at}` }), artifacts: ['wireless'] },
        }),
      ),
    )
    const ids = more.map(({ id }) => id)
    // one more than an organisation's share
    must(await admin.post('/api/backups/trigger', { device_ids: ids.slice(0, 5) }), 202)
    must(await admin.post('/api/backups/trigger', { device_ids: ids.slice(5) }), 202)
    const other = await service.hasTenant()
    const theirs = await other.as('tenant_admin')
    const { id } = await service.hasNetwork(other, { netco_org_id: undefined, artifacts: ['wireless'] })
    must(await theirs.post('/api/backups/trigger', { device_ids: [id] }), 202)
    service.cloud.breakAt(/./, { kind: 'silent' }) // none ends until the fault is removed
    const runner = service.createRunner()

    await runner.claimDue()
    const running = must(await admin.get('/api/runs?status=running'), 200)
    const ofOther = must(await theirs.get('/api/runs?status=running'), 200)
    await runner.stop()

    expect([running.length, ofOther.length]).to.deep.equal([10, 1])
    for (const client of [admin, theirs]) {
      for (const run of must(await client.get('/api/runs?status=queued'), 200)) {
        must(await client.post(`/api/runs/${run.id}/cancel`), 202)
      }
    }
  })

  it('fail immediately if their secrets cannot be decrypted', async () => {
    const run = await trigger()
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('credentials')
        .where({ tenant_id: customer.id })
        .update({ secrets: Buffer.alloc(40) }),
    )
    await service.runDue()

    expect(await lastRun()).to.include({ id: run.id, status: 'failed', error_code: 'internal_error' })
    expect(service.alarms.splice(0)).to.have.length(1)
  })

  it('are tested without an agent, even if one is assigned', async () => {
    const agent = await customer.hasAgent()
    must(await admin.patch(`/api/devices/${device.id}`, { agent_ids: [agent.id] }), 200)

    const { id } = must(await admin.post(`/api/devices/${device.id}/test`), 202)
    await service.runDue()

    const run = must(await admin.get(`/api/runs/${id}`), 200)
    expect(run.status).to.equal('succeeded')
    expect(run.steps.map(({ name }: { name: string }) => name)).to.deep.equal([
      'connect',
      'handshake',
      'trust',
      'login',
      'network',
    ])
  })

  it('are never offered to an agent, whatever its capabilities', async () => {
    const agent = await anAgent(service, customer)
    await agent.openSession({ platforms: ['netco_meraki', 'netco_iosxe'] })
    await trigger()

    const offers = await agent.claim()

    expect(offers.status).to.equal(204)
    await service.runDue()
  })

  it('are requested at the cloud’s address, never the device’s', async () => {
    must(await admin.patch(`/api/devices/${device.id}`, { hostname: '127.0.0.1', approve_address: true }), 200)

    await trigger()
    await service.runDue()

    expect((await lastRun()).status).to.equal('succeeded')
    expect(service.cloud.requests.every(({ headers }) => headers.host === service.cloud.entry)).to.equal(true)
  })

  it('are requested in the region of the device instead of the configured one', async () => {
    const here = service.cloud.baseUrl.replace('127.0.0.1', 'localhost')
    const canada = merakiRegions['canada']
    const options = { netco_network_id: 'N_1', netco_org_id: '2930418', netco_region: 'canada' }
    must(await admin.patch(`/api/devices/${device.id}`, { options, approve_address: true }), 200)
    Object.assign(merakiRegions, { canada: here })
    try {
      await trigger()
      await service.runDue()
    } finally {
      Object.assign(merakiRegions, { canada })
    }

    expect((await lastRun()).status).to.equal('succeeded')
    const hosts = new Set(service.cloud.requests.map(({ headers }) => headers.host))
    expect(hosts).to.include(new URL(here).host).and.to.not.include(service.cloud.entry)
  })

  it('fail permanently with a rejected key', async () => {
    const wrong = await customer.hasCredential({ api_token: 'not-a-key-of-this-cloud' })
    must(await admin.patch(`/api/devices/${device.id}`, { credential_id: wrong.id, approve_address: true }), 200)

    await trigger()
    await service.runDue()

    expect(await lastRun()).to.include({ status: 'failed', error_code: 'auth_failed' })
    expect(service.cloud.requests).to.have.length(1)
  })

  it('fail if the network does not exist, and keep stored versions', async () => {
    await trigger()
    await service.runDue()
    service.cloud.world.organisations[0]!.networks.shift()
    await trigger()
    await service.runDue()

    expect(await lastRun()).to.include({ status: 'failed', error_code: 'network_not_found' })
    expect(await versionsOf('wireless')).to.have.length(1)
  })

  it('are read by one replica at a time', async () => {
    const runners = [service.createRunner(), service.createRunner(), service.createRunner()]
    await trigger()

    await Promise.all(runners.map((runner) => runner.claimDue()))
    await Promise.all(runners.map((runner) => runner.idle()))

    expect((await lastRun()).status).to.equal('succeeded')
    expect(service.cloud.paths().filter((path) => path === '/administered/identities/me')).to.have.length(1)
  })

  it('are taken over by another replica when theirs was killed', async () => {
    const dead = service.createRunner()
    service.cloud.breakAt(/\/networks\/N_1$/, { kind: 'silent' }, 1)
    await trigger()
    await dead.claimDue()
    await until(() => service.cloud.paths().includes('/networks/N_1'))

    await service.createRunner().claimDue()
    const meanwhile = await lastRun()
    service.advance(shortIntervals.lease_ms + 1)
    await reapNow()
    await service.runDue()
    const after = await lastRun()
    await dead.renewLeases() // it resumes, and finds that it lost the lease
    await dead.idle()

    expect(meanwhile.status).to.equal('running')
    expect(after).to.include({ id: meanwhile.id, status: 'succeeded' })
    expect(await versionsOf('wireless')).to.have.length(1)
    expect((await lastRun()).status).to.equal('succeeded')
  })

  it('are released immediately by a replica that stops', async () => {
    const stopping = service.createRunner()
    service.cloud.breakAt(/\/networks\/N_1$/, { kind: 'silent' }, 1)
    await trigger()
    await stopping.claimDue()
    await until(() => service.cloud.paths().includes('/networks/N_1'))

    await stopping.stop()
    const given = await lastRun()
    await service.runDue()

    expect(given.status).to.equal('queued')
    expect((await lastRun()).status).to.equal('succeeded')
  })

  it('are stopped when a user cancels the run', async () => {
    const runner = service.createRunner()
    service.cloud.breakAt(/\/networks\/N_1$/, { kind: 'silent' })
    const run = await trigger()
    await runner.claimDue()
    await until(() => service.cloud.paths().includes('/networks/N_1'))

    must(await admin.post(`/api/runs/${run.id}/cancel`), 202)
    await runner.renewLeases()
    await runner.idle()

    expect((await lastRun()).status).to.equal('cancelled')
  })

  it('of one organisation leave capacity for those of others', async () => {
    const runner = service.createRunner()
    const { id: credential_id } = await customer.hasCredential({ api_token: service.cloud.key })
    const more = await Promise.all(
      [1, 2, 3, 4, 5].map((at) =>
        customer.hasDevice({
          name: `HQ ${at}`,
          platform: 'netco_meraki',
          credential_id,
          options: { netco_network_id: 'N_1', netco_org_id: '2930418', artifacts: ['wireless'] },
        }),
      ),
    )
    must(await admin.post('/api/backups/trigger', { device_ids: more.map(({ id }) => id) }), 202)

    await runner.claimDue()
    const running = must(await admin.get('/api/runs?status=running'), 200)
    await runner.idle()
    await runner.claimDue()
    await runner.idle()

    expect(running).to.have.length(4)
    expect(must(await admin.get('/api/runs?status=succeeded'), 200)).to.have.length(5)
  })

  function reapNow() {
    return endAbandonedJobs(systemTransactions(service.dependencies), {
      everyMs: 5_000,
      resultGraceMs: shortIntervals.result_grace_ms,
      timeZone: 'UTC',
      kinds: jobKinds,
    })
  }
})

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}
