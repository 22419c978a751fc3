import { expect } from 'chai'
import { purgeDevice } from '../../service/domain/recovery/purge/purge-device.ts'
import { expire } from '../../service/domain/recovery/housekeeping/expire.ts'
import { inScope } from '../../service/store/scope.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { anAgent } from '../support/fake-agent.ts'
import { eventually } from '../support/real-agent.ts'
import { type DeviceScene, createDeviceScene } from '../support/scene/device-scene.ts'
import { type Client, type Customer, must, type TestService } from '../support/service.ts'
import type { SshSimulator } from '../support/ssh-simulator.ts'
import { startZephyr, zephyrConfig, zephyrDocument, zephyrSecret } from '../support/zephyr-device.ts'

type Run = components['schemas']['Run']
type DryRun = components['schemas']['DryRun']
type Match = components['schemas']['DryRunMatch']

const documents = '/api/platforms/documents'
const loginSecret = 'login-Secret1'

describe('a dry run of a platform document', () => {
  let scene: DeviceScene
  let service: TestService
  let customer: Customer
  let admin: Client
  let simulator: SshSimulator
  let device: components['schemas']['Device']
  let document: string
  let readings = 0

  before(async () => {
    scene = await createDeviceScene()
    ;({ service, customer, admin } = scene)
    simulator = await startZephyr(() => zephyrConfig(`10:0${readings++ % 10}`))
    device = await scene.hasSimulated(simulator, { options: { artifacts: ['running-config'] } })
    document = must(await admin.post(documents, { source: zephyrDocument }), 201).id
  })

  after(async () => {
    await simulator?.close()
    await scene?.close()
  })

  const begin = (more: object = {}, client = admin) =>
    client.post(`/api/platforms/${document}/try`, { device_id: device.id, ...more })

  const tryIt = (more: object = {}) => scene.tryDocument(document, device, more)

  async function tryVersion(source: string, more: object = {}) {
    const { version } = must(await admin.patch(`${documents}/${document}`, { source }), 200)
    return { number: version.number as number, ...(await tryIt(more)) }
  }

  const inPlatform = <T>(work: Parameters<typeof inScope<T>>[2]) =>
    inScope(service.dependencies.knex, { kind: 'platform' }, work)

  it('logs in to no device whose host key is not approved', async () => {
    const { run, dryRun } = await tryIt()

    expect(run).to.include({ kind: 'dry_run', status: 'blocked', error_code: 'fingerprint_unapproved' })
    expect(dryRun).to.include({ passed: false, status: 'blocked' })
    expect(simulator.loginsSeen).to.deep.equal([])
    const [key] = must(await admin.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
    must(await admin.post(`/api/trust/fingerprints/${key.id}/approve`, {}), 200)
  })

  it('shows what a backup would store, with masked secrets, and stores no version', async () => {
    const { run, dryRun } = await tryIt()

    const [login, config, licence] = dryRun.result?.exchanges ?? []
    expect(run, JSON.stringify(run)).to.include({ status: 'succeeded', platform_version: 1, transport: 'ssh' })
    expect(dryRun).to.include({ passed: true, platform: 'zephyr_os', version: 1, readings: 1 })
    expect(login).to.include({ stage: 'login', outcome: null })
    expect(login?.transcript).to.include('zx-1::>')
    expect(config).to.include({ command: 'show config', artifact: 'config', outcome: 'accepted', truncated: false })
    expect(config?.transcript.split('\n')).to.include.members([
      'hostname zx-1',
      'user admin password <secret>',
      '--- end of config ---',
    ])
    expect(licence).to.include({ command: 'show licence', outcome: 'absent' })
    expect(JSON.stringify(dryRun)).not.to.include(zephyrSecret).and.not.to.include(loginSecret)
    expect(must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)).to.deep.equal([])
    expect(must(await admin.get(`/api/devices/${device.id}`), 200).state).to.equal('never')
    expect(simulator.commandsSeen.filter((line) => line.trim() !== '')).to.deep.equal([
      ...['show config', 'show licence', 'bye'],
    ])
  })

  it('names the rules that match each line', async () => {
    const { dryRun } = await tryIt()

    const [, config, licence] = dryRun.result?.exchanges ?? []
    const lines = config?.transcript.split('\n') ?? []
    const texts = ({ lines: found }: Match) => found.map((at) => lines[at - 1])
    const matching = (rule: string) => config?.matches.filter((match) => match.rule === rule).flatMap(texts)
    expect(matching('secret')).to.deep.equal(['user admin password <secret>'])
    expect(matching('fact')).to.deep.equal(['hostname zx-1'])
    expect(matching('last')).to.deep.equal(['--- end of config ---'])
    expect(matching('prompt')).to.include('zx-1::> ')
    expect(config?.matches.find(({ rule }) => rule === 'pager')).to.include({ count: 6 })
    expect(licence?.matches.map(({ rule }) => rule))
      .to.include('absent')
      .and.not.include('error')
  })

  it('cuts the text at every kilobyte, and passes if the document refuses every cut', async () => {
    const { dryRun } = await tryIt()

    const [config] = dryRun.result?.artifacts ?? []
    const kilobytes = Math.floor(((config?.size_bytes ?? 0) - 2) / 1024)
    expect(config?.cuts).to.deep.equal({ step_bytes: 1024, checked: kilobytes, accepted: 0, accepted_at: [] })
  })

  it('marks a version as tested only by a run of it that passed', async () => {
    const { run } = await tryIt()
    const { run: earlier } = await tryVersion(`${zephyrDocument}# second\n`)
    const path = `${documents}/${document}/tested`

    const refused = await admin.post(path, { version: 2, run_id: run.id })
    const tested = must(await admin.post(path, { version: 2, run_id: earlier.id }), 200)
    const byHand = must(await admin.post(path, { version: 2 }), 200)

    expect([refused.status, refused.body.code]).to.deep.equal([409, 'dry_run_not_passed'])
    expect(tested).to.deep.include({ status: 'tested' })
    expect([tested.version.tested_run_id, byHand.version.tested_run_id]).to.deep.equal([earlier.id, null])
  })

  it('fails with a clear code and shows the greeting if the prompt of the document is wrong', async () => {
    const { run, dryRun } = await tryVersion(zephyrDocument.replace("'>'", "'#'"))

    expect(run).to.include({ status: 'failed', error_code: 'protocol_error' })
    const [login, ...others] = dryRun.result?.exchanges ?? []
    expect(login).to.deep.include({ stage: 'login', outcome: 'refused' })
    expect(login?.failure).to.deep.include({ code: 'protocol_error' })
    expect(login?.failure?.seen).to.include('zx-1::>')
    expect(login?.transcript).to.include('zx-1::>')
    expect([others, dryRun.passed]).to.deep.equal([[], false])
  })

  it('reports each command that the device rejects, and tries the others', async () => {
    const source = zephyrDocument.replace('[show licence]', '[show license]')
    const { run, dryRun } = await tryVersion(source)

    const [config, licence] = dryRun.result?.artifacts ?? []
    expect(run.status).to.equal('partial')
    expect(config?.outcome).to.equal('accepted')
    expect(licence).to.include({ outcome: 'refused', size_bytes: null, cuts: null })
    expect(licence?.failure).to.include({ code: 'command_refused' })
    expect(dryRun.result?.exchanges[2]?.matches.map(({ rule }) => rule)).to.include('error')
  })

  it('reports the cuts that the document accepts', async () => {
    const source = zephyrDocument.replace("last: '^--- end of config ---$'", "contains: ['^port 300 ']")
    const { run, dryRun } = await tryVersion(source)

    const cuts = dryRun.result?.artifacts[0]?.cuts
    expect(run.status).to.equal('partial')
    expect(dryRun.passed).to.equal(false)
    expect(cuts?.accepted)
      .to.be.greaterThan(5)
      .and.lessThan(cuts?.checked ?? 0)
    expect(cuts?.accepted_at[0]).to.be.greaterThan(zephyrConfig('').indexOf('port 300 '))
  })

  it('reads twice and proposes the lines that differ as volatile', async () => {
    const source = `${zephyrDocument}# readings\n`
    const twice = { readings: 2, interval_seconds: 1 }
    const { dryRun } = await tryVersion(source, twice)
    const changes = dryRun.result?.artifacts[0]?.changes
    const proposal = changes?.differences[0]?.proposal
    const { dryRun: again } = await tryVersion(`${source}compare: { volatile: ['${proposal}'] }\n`, twice)

    expect(dryRun.result?.exchanges.map(({ reading }) => reading)).to.deep.equal([1, 1, 1, 2, 2])
    expect(changes?.changed_lines).to.equal(1)
    expect(proposal).to.equal('^generated at (.*) by system$')
    expect(again.result?.artifacts[0]?.changes).to.deep.equal({ changed_lines: 0, differences: [] })
    const matched = again.result?.exchanges[1]?.matches.filter(({ rule }) => rule === 'volatile')
    expect(matched?.map(({ count }) => count)).to.deep.equal([1])
  })

  it('is started and read by users of the customer only, and each reading is recorded', async () => {
    const { run } = await tryIt()
    const other = await service.hasTenant()
    const stranger = await other.as('tenant_admin')
    const foreign = await other.hasDevice()

    const answers = [
      await begin({}, stranger),
      await begin({ device_id: foreign.id }),
      await stranger.get(`/api/runs/${run.id}/dry-run`),
      await admin.get(`/api/runs/${(await backUp()).id}/dry-run`),
    ]

    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404])
    const records = await inPlatform((trx) => trx('audit').where({ action: 'config.read', object_id: run.id }))
    expect(records.map(({ outcome, tenant_id: tenant }) => [outcome, tenant])).to.have.deep.members([
      ['done', customer.id],
      ['refused', other.id],
    ])
    const [begun] = await inPlatform((trx) => trx('audit').where({ action: 'platform.try', object_id: document }))
    expect(begun).to.include({ outcome: 'done', device_id: device.id })
  })

  it('stores the result encrypted for a day', async () => {
    const { run } = await tryIt()
    const rows = () => inPlatform((trx) => trx('dry_run_results').where({ job_id: run.id }))
    const [stored] = await rows()
    await inPlatform((trx) => trx('dry_run_results').update({ expires_at: service.dependencies.now() }))
    const expired: DryRun = must(await admin.get(`/api/runs/${run.id}/dry-run`), 200)
    service.advance(1_000)
    await expire((step) => inPlatform((trx) => step({ trx, now: service.dependencies.now() })))

    expect(stored.result.includes('port 1 up')).to.equal(false)
    expect(stored.expires_at.getTime() - Date.parse(run.finished_at ?? '')).to.equal(24 * 3_600_000)
    expect(expired).to.deep.include({ result: null, expires_at: null })
    expect(await rows()).to.deep.equal([])
    const passed = await inPlatform((trx) => trx('dry_runs').where({ job_id: run.id }).pluck('passed'))
    expect(passed).to.deep.equal([true])
  })

  it('keeps the checkpoint of an interrupted backup of the device', async () => {
    const checkpoint = { checkpoint_root: Buffer.alloc(32, 7), checkpoint_began_at: service.dependencies.now() }
    const row = () => inPlatform((trx) => trx('devices').where({ id: device.id }).first())
    await inPlatform((trx) => trx('devices').where({ id: device.id }).update(checkpoint))

    const { run } = await tryVersion(`${zephyrDocument}# checkpoint\n`)

    expect(run.status).to.equal('succeeded')
    expect((await row()).checkpoint_root).to.deep.equal(checkpoint.checkpoint_root)
    await inPlatform((trx) => trx('devices').where({ id: device.id }).update({ checkpoint_root: null }))
  })

  it('deletes the result with the history of a purged device', async () => {
    const { run } = await tryIt()
    const { tenant_id: tenantId, id } = device
    const results = () => inPlatform((trx) => trx('dry_run_results').where({ job_id: run.id }))
    const before = await results()

    await inScope(service.dependencies.knex, { kind: 'tenant', tenantId }, async (trx) => {
      await trx('devices')
        .where({ id })
        .update({ decommissioned_at: new Date(0), purge_at: new Date(0) })
      await purgeDevice({ trx, now: service.dependencies.now() }, id)
    })

    expect([before.length, await results()]).to.deep.equal([1, []])
  })

  it('is refused while no agent of the device supports it', async () => {
    const earlier = await service.hasTenant()
    const client = await earlier.as('tenant_admin')
    const { id } = must(await client.post(documents, { source: zephyrDocument }), 201)
    const unreached = await earlier.hasDevice({ platform: 'cisco_ios' })
    const start = () => client.post(`/api/platforms/${id}/try`, { device_id: unreached.id })

    const without = await start()
    const old = await anAgent(service, earlier)
    const outdated = await start()
    await old.openSession({ document_format: 1, dry_run_format: 2 })
    const run = must(await start(), 202)
    must(await start(), 202)
    must(await start(), 202)
    const fourth = await start()
    expect([fourth.status, fourth.body.code]).to.deep.equal([409, 'dry_runs_waiting'])
    for (const { id: waiting } of must(await client.get('/api/runs?kind=dry_run&status=queued'), 200))
      if (waiting !== run.id) must(await client.post(`/api/runs/${waiting}/cancel`), 202)
    await old.openSession({ document_format: 1 })

    expect([without.status, without.body.code]).to.deep.equal([409, 'no_agent'])
    expect([outdated.status, outdated.body.code]).to.deep.equal([409, 'dry_run_agent_outdated'])
    expect((await old.claim()).status).to.equal(204)
    expect(must(await client.get(`/api/runs/${run.id}`), 200).waiting.code).to.equal('platform_unsupported')

    const early = await client.delete(`${documents}/${id}`)
    must(await client.post(`/api/runs/${run.id}/cancel`), 202)
    const late = await client.delete(`${documents}/${id}`)

    expect([early.status, early.body.code]).to.deep.equal([409, 'platform_document_on_trial'])
    expect(late.status).to.equal(204)
    await old.openSession({ document_format: 1, dry_run_format: 2 })
    expect(await statusOfRaceWithDelete(client, unreached.id)).to.equal(404)
  })

  /** Requests a dry run while a transaction that deletes its document has not ended. */
  async function statusOfRaceWithDelete(client: Client, deviceId: string): Promise<number> {
    const { id } = must(await client.post(documents, { source: zephyrDocument }), 201)
    let request: Promise<{ status: number }> | undefined
    await inPlatform(async (trx) => {
      await trx('platform_documents').where({ id }).delete()
      request = client.post(`/api/platforms/${id}/try`, { device_id: deviceId })
      await eventually('the request waits for the deletion', async () => {
        const locks = await trx.raw('select from pg_locks where not granted')
        return locks.rows.length > 0 ? true : undefined
      })
    })
    return (await request!).status
  }

  async function backUp(): Promise<Run> {
    const [run] = must(await admin.post('/api/backups/trigger', { device_ids: [device.id] }), 202)
    must(await admin.post(`/api/runs/${run.id}/cancel`), 202)
    return run
  }
})
