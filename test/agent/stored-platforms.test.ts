import { expect } from 'chai'
import { inScope } from '../../service/store/scope.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { anAgent } from '../support/fake-agent.ts'
import { aRealAgent, type RealAgent, type RunningAgent } from '../support/real-agent.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../support/service.ts'
import { noFaults } from '../support/shell-device.ts'
import { type SshSimulator, startShellSimulator } from '../support/ssh-simulator.ts'
import { backUpDevice } from '../support/finished-runs.ts'

const documents = '/api/platforms/documents'

/** A device that no document of the product describes. */
const firstVersion = `coffer: 1
id: zephyr_os
name: Zephyr OS
vendor: Zephyr
evidence: { level: modelled }
verbs: menu
ssh:
  prompt: { host: '[\\w-]+::', privileged: '>' }
  errors: ['^unknown command']
  logout: bye
artifacts:
  config: { commands: [show config], last: '^--- end of config ---$', required: true }
`
const secondVersion = `${firstVersion}compare: { ignored: ['^generated at .*'] }\n`

describe('a device of a customer-defined platform', () => {
  let service: TestService
  let customer: Customer
  let admin: Client
  let agent: RealAgent
  let running: RunningAgent
  let simulator: SshSimulator
  let device: components['schemas']['Device']
  let document: string
  let generated = 0
  const text = () => `generated at 10:0${generated}\nport 1 up\nport 2 down\n--- end of config ---\n`

  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200 }
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    agent = await aRealAgent(service, customer)
    await agent.enroll()
    running = agent.run()
    const model = () => ({
      prompt: () => 'zx-1::> ',
      obey(command: string) {
        if (command === 'bye') return { hangsUp: true } as const
        return command === 'show config' ? text() : 'unknown command\n'
      },
    })
    simulator = await startShellSimulator(model, noFaults())
  })

  after(async () => {
    await running?.stop()
    await simulator?.close()
    await service?.close()
    agent?.remove()
  })

  const backUp = () => backUpDevice(admin, device)

  const versionsOf = async (): Promise<components['schemas']['Version'][]> => {
    const [artifact] = must(await admin.get(`/api/devices/${device.id}/artifacts`), 200)
    return must(await admin.get(`/api/artifacts/${artifact.id}/versions`), 200)
  }
  const compare = async () => {
    const [newer, older] = await versionsOf()
    const query = `from=${older?.id}&to=${newer?.id}`
    return must(await admin.get(`/api/artifacts/${newer?.artifact_id}/diff?${query}`), 200)
  }
  const newDevice = (client: Client, name: string) =>
    client.post('/api/devices', { name, hostname: '192.0.2.7', platform: 'zephyr_os' })

  it('is added once the document is active', async () => {
    document = must(await admin.post(documents, { source: firstVersion }), 201).id
    const early = await newDevice(admin, 'too-early')
    must(await admin.post(`${documents}/${document}/activate`, { version: 1 }), 200)
    const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })

    device = await customer.hasDevice({
      platform: 'zephyr_os',
      hostname: '127.0.0.1',
      credential_id: credential.id,
      options: { ssh_port: simulator.port },
    })

    expect(early.status).to.equal(422)
    expect(early.body.errors[0]).to.deep.include({ path: 'platform', code: 'not_one_of' })
    expect(early.body.errors[0].params.allowed).to.include('netco_iosxe').and.not.include('zephyr_os')
    const listed = must(await admin.get('/api/platforms'), 200).find((one: { id: string }) => one.id === 'zephyr_os')
    expect(listed).to.deep.include({ name: 'Zephyr OS', vendor: 'Zephyr', transports: ['ssh'] })
    expect(must(await admin.get(`${documents}/${document}`), 200).devices_count).to.equal(1)
  })

  it('is not available to another customer', async () => {
    const other = await (await service.hasTenant()).as('tenant_admin')

    const refused = await newDevice(other, 'zx-1')

    const listed = must(await other.get('/api/platforms'), 200)
    expect(refused.body.errors[0]).to.deep.include({ path: 'platform', code: 'not_one_of' })
    expect(refused.body.errors[0].params.allowed).not.to.include('zephyr_os')
    expect(listed.map(({ id }: { id: string }) => id)).not.to.include('zephyr_os')
  })

  it('rejects options that the platform does not define', async () => {
    const answer = await admin.patch(`/api/devices/${device.id}`, { options: { paths: ['/etc'] } })

    expect(answer.status).to.equal(422)
    expect(answer.body.errors[0]).to.deep.include({ path: 'options.paths', code: 'option_not_of_platform' })
  })

  it('is backed up by an agent that does not know the platform, after host key approval', async () => {
    const blocked = await backUp()
    const [key] = must(await admin.get(`/api/trust/fingerprints?device_id=${device.id}`), 200)
    must(await admin.post(`/api/trust/fingerprints/${key.id}/approve`, {}), 200)
    const succeeded = await backUp()
    const [version] = await versionsOf()
    const content = await admin.get(`/api/artifacts/versions/${version?.id}/content`)

    expect(blocked).to.include({ status: 'blocked', error_code: 'fingerprint_unapproved', platform_version: 1 })
    expect(succeeded, JSON.stringify(succeeded)).to.include({ status: 'succeeded', platform_version: 1 })
    expect(content.bytes.toString()).to.equal(text())
    expect(simulator.commandsSeen.filter((line) => line !== '')).to.deep.equal(['show config', 'bye'])
  })

  it('gets a version when any line changes that the document does not ignore', async () => {
    generated = 1
    await backUp()

    expect(await versionsOf()).to.have.length(2)
    expect(await compare()).to.include({ added: 1, removed: 1 })
  })

  it('uses the document’s new version once it is active', async () => {
    must(await admin.patch(`${documents}/${document}`, { source: secondVersion }), 200)
    const before = await backUp()
    must(await admin.post(`${documents}/${document}/activate`, { version: 2 }), 200)
    generated = 2
    const after = await backUp()

    expect(before).to.include({ status: 'unchanged', platform_version: 1 })
    expect(after).to.include({ status: 'unchanged', platform_version: 2 })
    expect(await versionsOf()).to.have.length(2)
    expect(await compare()).to.include({ added: 0, removed: 0 })
  })

  it('keeps backups and versions when the document is retired, and no new device can use it', async () => {
    must(await admin.post(`${documents}/${document}/retire`), 200)
    const run = await backUp()
    const renamed = await admin.patch(`/api/devices/${device.id}`, { platform: 'zephyr_os', site: 'north' })
    const refused = await newDevice(admin, 'too-late')

    expect(run).to.include({ status: 'unchanged', platform_version: 2 })
    expect(await compare()).to.include({ added: 0, removed: 0 })
    expect(renamed.status).to.equal(200)
    expect(refused.body.errors[0]).to.deep.include({ path: 'platform', code: 'not_one_of' })
    expect(must(await admin.get(`${documents}/${document}/versions`), 200)).to.have.length(2)
  })

  it('receives nothing if the document could change it, even though the service accepted it', async () => {
    const seen = simulator.commandsSeen.length
    await inScope(service.dependencies.knex, { kind: 'platform' }, (trx) =>
      trx.raw(`update platform_document_versions set document = jsonb_set(document, '{artifacts,config,commands}', '["reload"]')
        where number = 2 and document ->> 'id' = 'zephyr_os'`),
    )

    const run = await backUp()

    expect(run).to.include({ status: 'failed', error_code: 'platform_document_refused' })
    expect(run.failure?.seen).to.include('artifacts.config.commands.0 command_changes_device')
    expect(simulator.commandsSeen).to.have.length(seen)
  })

  it('waits for an agent that supports documents', async () => {
    const earlier = await service.hasTenant()
    const client = await earlier.as('tenant_admin')
    const { id } = must(await client.post(documents, { source: firstVersion }), 201)
    must(await client.post(`${documents}/${id}/activate`, { version: 1 }), 200)
    const old = await anAgent(service, earlier)
    const waiting = await earlier.hasDevice({ platform: 'zephyr_os' })

    const [run] = must(await client.post('/api/backups/trigger', { device_ids: [waiting.id] }), 202)

    expect((await old.claim()).status).to.equal(204)
    const { status, waiting: reason } = must(await client.get(`/api/runs/${run.id}`), 200)
    expect(status).to.equal('queued')
    expect(reason).to.deep.include({ code: 'platform_unsupported', params: { platform: 'zephyr_os' } })
    expect((await client.post(`/api/devices/${waiting.id}/test`)).body.code).to.equal('no_agent')
  })
})
