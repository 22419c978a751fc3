import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type Shell, programMissing, startShell } from '../support/doc-shell.ts'
import { openGuide } from '../support/guide.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'
import { type RealAgent, aRealAgent } from '../support/real-agent.ts'
import { type TestService, startTestService } from '../support/service.ts'
import { type Sshd, sshdMissing, startSshd } from '../support/sshd.ts'

const password = 'login-Secret1'

/** With an enrolled agent, a simulated router and a real SSH server. */
describe('the commands of docs/agent.md', function () {
  const guide = openGuide('docs/agent.md')
  let service: TestService
  let agent: RealAgent
  let router: IosSimulator
  let sshd: Sshd
  let folder: string
  let shell: Shell

  before(async function () {
    if (sshdMissing() ?? programMissing('bash')) return this.skip()
    service = await startTestService()
    agent = await aRealAgent(service, await service.hasTenant())
    await agent.enroll()
    sshd = await startSshd()
    router = await startIosSimulator({ username: sshd.user, password })
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-agent-guide-'))
    fs.writeFileSync(path.join(folder, 'password'), password, { mode: 0o600 })
    fs.writeFileSync(path.join(folder, 'id_ed25519'), sshd.privateKey, { mode: 0o600 })
    fs.mkdirSync(path.join(folder, 'etc'))
    fs.writeFileSync(path.join(folder, 'etc/motd'), 'Welcome\n')
    fs.chmodSync(folder, 0o755)
    shell = startShell(folder, { BKP_AGENT_STATE_DIR: agent.stateDir, HOME: folder })
    await shell.run(`coffer-agent() { '${process.execPath}' '${path.resolve('agent/main.ts')}' "$@"; }`)
  })
  after(async () => {
    shell?.end()
    agent?.remove()
    await router?.close()
    await sshd?.close()
    await service?.close()
    if (folder) fs.rmSync(folder, { recursive: true, force: true })
  })

  it('check the connection to the service', async () => {
    const out = await shell.run(guide.take('before it is enrolled', { 'https://coffer.example.net': service.url }))

    expect(out.match(/^ok +key/gm)).to.have.length(2)
    expect(out).to.not.match(/^FAILED/m)
  })

  it('check a device, without and with a login', async () => {
    const said = await shell.run(
      guide.take('SHA256:…', {
        '192.0.2.1': `127.0.0.1 --port ${router.port}`,
        '--user backup': `--user ${sshd.user} --secret password=file:password`,
        'SHA256:…': router.hostKeyFingerprint,
      }),
    )

    expect(
      said.split('\n').filter((line) => line.startsWith('ok')),
      'steps without and with a login',
    ).to.have.length(11)
    expect(said).to.include(router.hostKeyFingerprint).and.include('accepts this account')
    expect(router.loginsSeen).to.have.length(1)
  })

  it('collect a router and a server', async () => {
    await shell.run(
      guide.take('--out srv1', {
        '192.0.2.1': `127.0.0.1 --port ${router.port} --fingerprint ${router.hostKeyFingerprint}`,
        '--device srv1': `--device 127.0.0.1 --port ${sshd.port} --fingerprint ${sshd.hostKeyFingerprint}`,
        '--user backup >': '--user backup --secret password=file:password >',
        '--user backup': `--user ${sshd.user}`,
        'paths=/etc': `paths=${folder}/etc`,
      }),
    )

    expect(fs.readFileSync(path.join(folder, 'running-config.txt'), 'utf8')).to.match(/hostname exitgw[\s\S]*\nend\n$/)
    expect(fs.readFileSync(path.join(folder, 'srv1/filetree', folder, 'etc/motd'), 'utf8')).to.equal('Welcome\n')
  })

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})
