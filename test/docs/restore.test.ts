import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type Shell, programMissing } from '../support/doc-shell.ts'
import { startGuideShell } from './guide-session.ts'
import { openGuide } from '../support/guide.ts'
import { createRestorableVersion } from '../support/scene/restorable.ts'
import { type RestoreDesk, aRestoreDesk, restoreSteps } from '../support/restore-desk.ts'
import { type TestService, startTestService } from '../support/service.ts'

/** The test answers as the agent between the commands. */
describe('the commands of docs/restore.md', () => {
  const guide = openGuide('docs/restore.md')
  let service: TestService
  let desk: RestoreDesk
  let folder: string
  let shell: Shell
  const { found, end, runOf } = restoreSteps(() => desk)

  before(async function () {
    if (programMissing('curl', 'jq', 'bash')) return this.skip()
    service = await startTestService()
    desk = await aRestoreDesk(service)
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-docs-'))
  })
  after(async () => {
    shell?.end()
    await service?.close()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  })

  it('restore a version and confirm it', async () => {
    const { customer, admin, agent } = desk
    const { device, version } = await createRestorableVersion(service, customer)
    const variables = { CUSTOMER: customer.id, DEVICE: device.id, VERSION: version.id }
    shell = await startGuideShell(folder, { url: service.url, token: admin.token, variables })

    await shell.run(guide.take('LOAD OVERRIDE'))
    const run = (await shell.run('echo "$RUN"')).trim()
    const committedAt = service.dependencies.now().toISOString()
    await end(await agent.startJob(), found('pending', { committed_at: committedAt }))
    const waiting = JSON.parse(await shell.run(guide.take('/api/runs/$RUN')))
    const confirmation = JSON.parse(await shell.run(guide.take('/restore/confirm')))
    await end(await agent.startJob(), found('confirmed'))

    expect(waiting).to.include({ status: 'awaiting_confirmation', error: null })
    expect(confirmation).to.include({ kind: 'restore_confirm', status: 'queued' })
    expect(await runOf(run)).to.include({ status: 'succeeded' })
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
