import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type BackedUpCustomer, backedUpCustomer } from '../support/backed-up-customer.ts'
import { type Shell, blocksOf, changed, programMissing, startShell } from '../support/doc-shell.ts'
import { type TestService, startTestService } from '../support/service.ts'

/** The commands of docs/api-guide.md, in its order, in one shell. */
describe('the roads of docs/api-guide.md', function () {
  this.timeout(240_000)

  const blockWith = blocksOf('docs/api-guide.md')
  let service: TestService
  let customer: BackedUpCustomer
  let folder: string
  let shell: Shell

  before(async function () {
    if (programMissing('curl', 'jq', 'bash')) return this.skip()
    service = await startTestService()
    customer = await backedUpCustomer(service)
    await customer.backUpTexts(await customer.hasRouter(), { 'running-config': 'hostname r1\nend\n' })
    await customer.hasDevice({ name: 'never', schedule: '0 3 * * *' })
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
    fs.writeFileSync(path.join(folder, 'session'), `Authorization: Bearer ${customer.admin.token}\n`, { mode: 0o600 })
    shell = startShell(folder)
    await shell.run(
      `URL=${service.url} CUSTOMER=${customer.id}\napi() { curl -fsS -H @session "$@"; }\nconfirmed() { api -H 'X-Coffer-Confirmation: ${customer.admin.confirmation}' "$@"; }`,
    )
  })
  after(async () => {
    shell?.end()
    await service?.close()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  })

  const run = (block: string, changes: Record<string, string> = {}) => shell.run(changed(block, changes))

  /** The agent’s side of a run that waits. */
  async function brings(text: string): Promise<void> {
    service.advance(60_000)
    const { agent } = customer
    const job = await agent.startJob()
    const artifacts = await agent.capture(job, { 'running-config': text })
    expect((await agent.result(job, { artifacts })).status).to.equal(200)
  }

  it('monitoring hears what is covered, what is not, and how full it becomes', async () => {
    await run(blockWith('monitoring-token'))

    expect(await run(blockWith('"ALARM'))).to.match(
      /^1 of 2 devices are covered \(50 %\)\nnever: never, last success never/,
    )
    expect(await run(blockWith('STATUS=3'))).to.equal('status 1\n')
    expect(await run(blockWith('/metrics'))).to.match(/^\d+ bytes, \? a day \(insufficient\).*\ncoffer_devices\{/)
  })

  it('automation adds its devices, and frames a change by two backups', async () => {
    await run(blockWith('deploy-token'))
    await customer.hasCredential({ name: 'routers' })
    await customer.hasDevice({ name: 'a-edge-1' })
    expect(await run(blockWith('devices.csv'))).to.include(
      '"created":[{"row":2,"name":"edge-1"}],"updated":[],"rejected":[],"warnings":[]',
    )

    expect(await run(blockWith('addresses.json'))).to.match(
      /^edge-1 .* -> 192\.0\.2\.7:22\n.*"approved":1,"changed":\[\]/s,
    )

    await run(blockWith('RUN=$(start "$KEY")'))
    await brings('hostname edge-1\nend\n')
    expect(await run(blockWith('finish() {'))).to.equal('succeeded \n')
    await run(blockWith('RUN=$(start "$(cat'))
    await brings('hostname edge-1\nntp server 192.0.2.1\nend\n')
    const said = await run(blockWith('/diff?'))

    expect(said)
      .to.include('\n+ntp server 192.0.2.1\n')
      .and.match(/\+1 -0\n$/)
  })

  it('an auditor sees who read what, what is kept, and leaves a trace', async () => {
    await run(blockWith('audit-token'))

    const read = await run(blockWith('cross_tenant_only'))

    expect(read).to.match(/\ttoken:deploy\ttenant_admin\tconfig\.diff\t/)
    expect(await run(blockWith('/storage/compliance'))).to.match(/\t\d+ % read back in \d+ days\n$/)
    expect(await run(blockWith('/policy-runs'))).to.include('running-config\t+1 -0')
    await run(blockWith('DELETE'))
    expect(await shell.run('look "$URL/api/audit" 2>&1 || true')).to.include('401')
  })
})
