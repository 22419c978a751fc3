import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type AgentScene, createAgentScene } from '../support/scene/agent-scene.ts'
import { type Shell, programMissing } from '../support/doc-shell.ts'
import { startGuideShell } from './guide-session.ts'
import { openGuide } from '../support/guide.ts'
import { type TestService, startTestService } from '../support/service.ts'

/** The commands of docs/api-guide.md, in its order, in one shell. */
describe('the examples of docs/api-guide.md', function () {
  const guide = openGuide('docs/api-guide.md')
  let service: TestService
  let customer: AgentScene
  let folder: string
  let shell: Shell

  before(async function () {
    if (programMissing('curl', 'jq', 'bash')) return this.skip()
    service = await startTestService()
    customer = await createAgentScene(service)
    await customer.backUpTexts(await customer.hasRouter(), { 'running-config': 'hostname r1\nend\n' })
    await customer.hasDevice({ name: 'never', schedule: '0 3 * * *' })
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    const { token, confirmation } = customer.admin
    const variables = { CUSTOMER: customer.id }
    shell = await startGuideShell(folder, { url: service.url, token, confirmation, variables })
  })
  after(async () => {
    shell?.end()
    await service?.close()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  })

  const run = (text: string) => shell.run(guide.take(text))

  /** The agent’s side of a run that waits. */
  async function brings(text: string): Promise<void> {
    service.advance(60_000)
    const { agent } = customer
    const job = await agent.startJob()
    const artifacts = await agent.capture(job, { 'running-config': text })
    expect((await agent.result(job, { artifacts })).status).to.equal(200)
  }

  it('let monitoring read coverage, exceptions and storage growth', async () => {
    await run('monitoring-token')

    expect(await run('"ALARM')).to.match(/^1 of 2 devices are covered \(50 %\)\nnever: never, last success never/)
    expect(await run('STATUS=3')).to.equal('status 1\n')
    expect(await run('/metrics')).to.match(/^\d+ bytes, \? a day \(insufficient\).*\ncoffer_devices\{/)
  })

  it('let automation add devices and back up before and after a change', async () => {
    await run('deploy-token')
    await customer.hasCredential({ name: 'routers' })
    await customer.hasDevice({ name: 'a-edge-1' })
    expect(await run('devices.csv')).to.include(
      '"created":[{"row":2,"name":"edge-1"}],"updated":[],"rejected":[],"warnings":[]',
    )

    expect(await run('addresses.json')).to.match(/^edge-1 .* -> 192\.0\.2\.7:22\n.*"approved":1,"changed":\[\]/s)

    await run('RUN=$(start "$KEY")')
    await brings('hostname edge-1\nend\n')
    expect(await run('finish() {')).to.equal('succeeded \n')
    await run('RUN=$(start "$(cat')
    await brings('hostname edge-1\nntp server 192.0.2.1\nend\n')
    const said = await run('/diff?')

    expect(said)
      .to.include('\n+ntp server 192.0.2.1\n')
      .and.match(/\+1 -0\n$/)
    expect(await run('edge-1.cfg')).to.match(/x-coffer-artifact: running-config over ssh.*\n304\n$/is)
  })

  it('let an auditor read the audit log and retention, and are themselves recorded', async () => {
    await run('audit-token')

    const read = await run('cross_tenant_only')

    expect(read).to.match(/\ttoken:deploy\ttenant_admin\tconfig\.diff\t/)
    expect(await run('/storage/compliance')).to.match(/\t\d+ % read back in \d+ days\n$/)
    expect(await run('/policy-runs')).to.include('running-config\t+1 -0')
    await run('DELETE')
    expect(await shell.run('look "$URL/api/audit" 2>&1 || true')).to.include('401')
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
