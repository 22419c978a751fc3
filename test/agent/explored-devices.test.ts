import { expect } from 'chai'
import { inScope } from '../../service/store/scope.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { draftDocument } from '../../shared/platforms/documents/draft-document.ts'
import { anAgent } from '../support/fake-agent.ts'
import { meridianConfig, meridianSecret, startMeridian } from '../support/meridian-device.ts'
import { type DeviceScene, createDeviceScene } from '../support/scene/device-scene.ts'
import { type Client, must, type TestService } from '../support/service.ts'
import type { SshSimulator } from '../support/ssh-simulator.ts'

type Run = components['schemas']['Run']
type DryRun = components['schemas']['DryRun']

const documents = '/api/platforms/documents'
const draft = draftDocument({ id: 'meridian_nx', name: 'Meridian NX', vendor: 'Meridian' })
const loginSecret = 'login-Secret1'

describe('a dry run that explores a device', () => {
  let scene: DeviceScene
  let service: TestService
  let admin: Client
  let simulator: SshSimulator
  let device: components['schemas']['Device']
  let document: string
  let explored: { run: Run; dryRun: DryRun }
  let readings = 0

  before(async () => {
    scene = await createDeviceScene()
    ;({ service, admin } = scene)
    simulator = await startMeridian(() => meridianConfig(`10:0${readings++ % 10}`))
    device = await scene.hasSimulated(simulator)
    document = must(await admin.post(documents, { source: draft }), 201).id
  })

  after(async () => {
    await simulator?.close()
    await scene?.close()
  })

  const begin = (more: object) => scene.tryDocument(document, device, more)

  it('does not log in to a device whose host key is not approved', async () => {
    const { run, dryRun } = await begin({ propose: true })

    expect(run).to.include({ kind: 'dry_run', status: 'blocked', error_code: 'fingerprint_unapproved' })
    expect(dryRun).to.include({ passed: false, propose: true })
    expect(dryRun.result?.proposal ?? null).to.equal(null)
    expect(simulator.loginsSeen).to.deep.equal([])
    const [key] = must(await admin.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
    must(await admin.post(`/api/trust/fingerprints/${key.id}/approve`, {}), 200)
  })

  it('returns rules with their evidence, and stores neither a version nor a test of the document', async () => {
    explored = await begin({ propose: true })

    const { run, dryRun } = explored
    expect(run, JSON.stringify(run)).to.include({ status: 'succeeded', transport: 'ssh' })
    expect(dryRun).to.include({ passed: false, propose: true })
    const rules = dryRun.result?.proposal?.rules ?? []
    expect(rules).to.deep.include({
      path: 'ssh.pager',
      value: '{"mark":"^-- press space \\\\(\\\\d+%\\\\) --$"}',
      reason: 'page_continued',
      command: 'show version',
      shown: '-- press space (12%) --',
    })
    expect(rules.map(({ path }) => path)).to.include.members([
      ...['ssh.prompt', 'ssh.prepare', 'ssh.logout', 'ssh.errors', 'verbs', 'secrets'],
      ...['artifacts.running-config', 'artifacts.version', 'facts.version'],
    ])
    expect(JSON.stringify(dryRun)).not.to.include(meridianSecret).and.not.to.include(loginSecret)
    expect(must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)).to.deep.equal([])
    const refused = await admin.post(`${documents}/${document}/tested`, { version: 1, run_id: run.id })
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'dry_run_not_passed'])
  })

  it('shows the dialogue, with the lines that the proposed rules match', () => {
    const exchanges = explored.dryRun.result?.exchanges ?? []
    const config = exchanges.find(({ command }) => command === 'show config')

    expect(config).to.include({ outcome: 'accepted' })
    expect(config?.transcript.split('\n')).to.include('user admin password <secret>')
    expect(config?.matches.map(({ rule }) => rule)).to.include.members(['secret', 'last', 'fact', 'prompt'])
    expect(exchanges.find(({ command }) => command === 'show coffer')).to.include({ outcome: 'refused' })
  })

  it('proposes a document that passes a dry run once its volatile lines are applied', async () => {
    const { source = '' } = explored.dryRun.result?.proposal ?? {}
    must(await admin.patch(`${documents}/${document}`, { source }), 200)
    const { run, dryRun } = await begin({ readings: 2, interval_seconds: 1 })

    const config = dryRun.result?.artifacts.find(({ key }) => key === 'running-config')
    expect(run.status, JSON.stringify(dryRun.result?.shortfalls)).to.equal('succeeded')
    expect(dryRun).to.include({ passed: true, version: 2, propose: false })
    expect(config?.changes?.differences.map(({ proposal }) => proposal)).to.deep.equal(['^! shown at (.*) by console$'])
    expect(dryRun.result?.proposal).to.equal(null)
  })

  it('is recorded as a request and as a reading', async () => {
    const records = await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx('audit').where({ action: 'platform.try', object_id: document }).orderBy('id'),
    )

    expect(records.map(({ detail }) => detail.proposes)).to.deep.equal([true, true, false])
  })

  it('is refused while no agent of the device supports it, and for a document without SSH', async () => {
    const other = await service.hasTenant()
    const client = await other.as('tenant_admin')
    const old = await anAgent(service, other)
    await old.openSession({ document_format: 1, dry_run_format: 1 })
    const { id } = must(await client.post(documents, { source: draft }), 201)
    const api = must(await client.post(documents, { source: apiDocument }), 201)
    const unreached = await other.hasDevice({ platform: 'cisco_ios' })
    const start = (of: string) => client.post(`/api/platforms/${of}/try`, { device_id: unreached.id, propose: true })

    const answers = [await start(id), await start(api.id)]

    expect(answers.map(({ status, body }) => [status, body.code])).to.deep.equal([
      [409, 'dry_run_agent_outdated'],
      [409, 'dry_run_destination_unapproved'],
    ])
  })
})

const apiDocument = `coffer: 1
id: meridian_api
name: Meridian API
vendor: Meridian
evidence: { level: modelled }
api:
  login: basic
  check: { path: /status }
  requests:
    config: { path: /config, brackets: true }
`
