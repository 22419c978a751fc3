import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { agentPrograms } from '../../build/agent-programs.ts'
import { agentTargets } from '../../build/agent-targets.ts'
import { bundleProgram } from '../../build/bundle-program.ts'
import { makeExecutable } from '../../build/make-executable.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../support/service.ts'
import { startSystemd, type Systemd, systemdMissing } from './systemd.ts'

const target = agentTargets.find(({ name }) => name === `${process.platform}-${process.arch}`)
const missing = systemdMissing()
const unit = 'coffer-agent.service'
const installed = '/usr/local/bin/coffer-agent'

describe(`the agent as a systemd service${missing ?? ''}`, function () {
  const shared = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-under-systemd-'))
  const brought = path.join(shared, 'coffer-agent')
  let service: TestService
  let customer: Customer
  let platform: Client
  let systemd: Systemd
  let agentId: string

  before(async function () {
    if (missing || !target) return this.skip()
    const bundle = path.join(shared, 'bundle')
    await bundleProgram(bundle, agentPrograms)
    makeExecutable(target, bundle, brought)
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200, claim_wait_ms: 1_000 }
    customer = await service.hasTenant()
    platform = await service.as('platform_admin')
    systemd = await startSystemd(shared)
    await systemd.run('mkdir', ['-p', `/etc/systemd/system/${unit}.d`])
    await systemd.run('tee', [`/etc/systemd/system/${unit}.d/at-once.conf`], '[Service]\nRestartSec=100ms\n')
  })

  after(async () => {
    await systemd?.close()
    await service?.close()
    fs.rmSync(shared, { recursive: true, force: true })
  })

  const standing = (name: string) => systemd.property(unit, name)

  /** A new agent, whose place in the inventory this computer takes. */
  async function enrol(program: string) {
    agentId = (await customer.hasAgent()).id
    const made = await platform.post(`/api/agents/${agentId}/enrollment-token?tenant=${customer.id}`, {})
    return systemd.run(program, ['enroll', '--url', service.url], `${must(made, 201).token}\n`)
  }

  /** @param besides a process that is no longer meant */
  async function running(besides = '0'): Promise<string> {
    for (;;) {
      const process = await standing('MainPID')
      const agent = must(await platform.get(`/api/agents/${agentId}?tenant=${customer.id}`), 200)
      if (process !== '0' && process !== besides && agent.status === 'online') return process
      if ((await standing('ActiveState')) === 'failed')
        throw new Error(`it ended with ${await standing('ExecMainStatus')}`)
      await pause(50)
    }
  }

  /** A process that was just started is systemd's own for a moment. */
  async function programOf(process: string): Promise<string> {
    for (;;) {
      const program = await systemd.run('readlink', [`/proc/${process}/exe`])
      if (!program.includes('systemd')) return program
      await pause(50)
    }
  }

  it('is not installed before it is enrolled', async () => {
    const refused = await systemd.run(brought, ['install-service']).catch((error) => error)

    expect(refused).to.include({ code: 3 })
    expect(refused.stderr).to.include('/var/lib/coffer-agent')
    expect(await standing('LoadState')).to.equal('not-found')
  })

  it('runs as its own account, which alone can read the key, and starts at boot', async () => {
    await enrol(brought)

    expect(await systemd.run(brought, ['install-service'])).to.match(/^installed; it starts with this computer/)

    const agent = await running()
    const account = await systemd.run('stat', ['-c', '%u', `/proc/${agent}`])
    expect(Number(account)).to.be.within(61_184, 65_519) // systemd.exec(5), DynamicUser
    expect(await systemd.run('stat', ['-c', '%u', '/var/lib/coffer-agent/agent.json'])).to.equal(account)
    expect(await systemd.run('systemctl', ['is-enabled', unit])).to.equal('enabled')
  })

  it('is replaced when a newer program is installed, and restarts after a kill', async () => {
    const before = await standing('MainPID')

    await systemd.run(brought, ['install-service'])

    const newer = await running(before)
    expect(await programOf(newer)).to.equal(installed)
    await systemd.run('kill', ['-KILL', newer])
    expect(await running(newer)).to.not.equal(newer)
  })

  it('stays stopped once it is revoked, until root enrols it again', async () => {
    const before = await standing('MainPID')
    must(await platform.post(`/api/agents/${agentId}/revoke?tenant=${customer.id}`), 200)
    while ((await standing('ActiveState')) !== 'failed') await pause(50)
    expect(await standing('ExecMainStatus')).to.equal('6')

    await enrol(installed)
    await systemd.run('systemctl', ['restart', unit])

    expect(await running(before)).to.match(/^\d+$/)
  })

  it('is removed by uninstall, except for its key', async () => {
    await systemd.run(installed, ['uninstall-service'])

    expect(await standing('LoadState')).to.equal('not-found')
    expect(await standing('MainPID')).to.equal('0')
    expect(await systemd.run('sh', ['-c', `ls ${installed} || true`])).to.equal('')
    expect(await systemd.run(brought, ['status'])).to.contain(agentId)
  })
})
