import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'
import { newDataDirectory, runCoffer, type RunningCoffer } from '../support/running-coffer.ts'
import { type Shell, blocksOf, changed, missing, programMissing, startShell } from '../support/doc-shell.ts'
import { type Sshd, sshdMissing, startSshd } from '../support/sshd.ts'

/** The commands of docs/quick-start.md, in its order, in one shell; only names, ports and paths are those of the test. */
describe('the quick start, word for word,', function () {
  this.timeout(240_000)

  const blockWith = blocksOf('docs/quick-start.md')
  let folder: string
  let etc: string
  let coffer: RunningCoffer
  let sshd: Sshd
  let router: IosSimulator
  let shell: Shell

  before(async function () {
    if (sshdMissing() ?? programMissing('curl', 'jq', 'bash')) return this.skip()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-quick-start-'))
    fs.chmodSync(folder, 0o711)
    etc = path.join(folder, 'etc')
    fs.mkdirSync(path.join(etc, 'ssh'), { recursive: true })
    fs.writeFileSync(path.join(etc, 'ssh/sshd_config'), 'Port 22\n')
    fs.writeFileSync(path.join(etc, 'motd'), 'Welcome\n')
    coffer = await runCoffer(newDataDirectory())
    sshd = await startSshd()
    router = await startIosSimulator({ username: 'backup', password: 'a login’s "secret"' })
    await coffer.localAgent()
    fs.symlinkSync(coffer.dataDirectory, path.join(folder, 'data'))
    fs.writeFileSync(path.join(folder, 'coffer-backup-key'), sshd.privateKey, { mode: 0o600 })
    shell = startShell(folder)
  })

  after(async () => {
    shell?.end()
    await router?.close()
    await sshd?.close()
    await coffer?.kill('SIGTERM')
    if (coffer) fs.rmSync(coffer.dataDirectory, { recursive: true })
    if (folder) fs.rmSync(folder, { recursive: true })
  })

  const run = (block: string, changes: Record<string, string> = {}) => shell.run(changed(block, changes))

  it('logs in, and finds the local agent online', async () => {
    const said = await run(blockWith('/api/auth/login'), { 'http://127.0.0.1:8080': coffer.url })

    expect(said).to.include('"platform_admin"').and.include('"online"')
    expect(fs.statSync(path.join(folder, 'data/session')).mode & 0o777).to.equal(0o600)
  })

  it('declares a server, whose first run is blocked until its host key is approved', async () => {
    const account = blockWith('/etc/sudoers.d/')
    sshd.setSudoers((/^echo '(.*)' \|/m.exec(account)?.[1] ?? missing('sudoers')).replace('coffer-backup', 'USER'))
    await run(blockWith('ssh_private_key'), { '"coffer-backup"': `"${sshd.user}"` })
    await run(blockWith('"linux_server"'), {
      '["/etc"], sudo: true': `["${etc}"], sudo: true, ssh_port: ${sshd.port}`,
    })

    const blocked = await run(blockWith('backup() {'))

    expect(blocked).to.include('"blocked"').and.include(`"fingerprint": "${sshd.hostKeyFingerprint}"`)
    expect(await run(blockWith('/approve?'))).to.include('"approved"')
  })

  it('shows what was changed between two snapshots', async () => {
    expect(await run(blockWith('/log"')))
      .to.include('"succeeded"')
      .and.include('rsync protocol')
    expect(await run('backup\n')).to.include('"unchanged"')
    expect(await run(blockWith('Coffer was here'), { 'sudo ': '', '/etc/motd': `${etc}/motd` })).to.include('succeeded')

    const said = await run(blockWith('/browse?'), { '/etc': etc })

    expect(said).to.match(/0600|0644 8\tsshd_config/)
    expect(said)
      .to.match(/\n\+Coffer was here on /)
      .and.include('"modified": 1')
    expect(said).to.match(/\nWelcome\n\d+\n$/)
    expect(await run(blockWith('/api/audit'))).to.include('admin@localhost config.download snapshot')
  })

  it('goes the same road with a router', async () => {
    await shell.run(`export PASSWORD='a login’s "secret"' ENABLE=enable-Secret1\n`)
    expect(blockWith('read -rsp')).to.match(/PASSWORD.*ENABLE/)
    const blocked = await run(blockWith('"netco_iosxe"'), {
      '"192.0.2.1"': '"127.0.0.1"',
      'credential_id: $credential,': `credential_id: $credential, options: {ssh_port: ${router.port}},`,
    })
    expect(blocked).to.include('"blocked"').and.include(router.hostKeyFingerprint)
    await run(blockWith('/approve?'))
    expect(await run('backup\n')).to.include('"succeeded"')
    const config = await shell.run(
      `ARTIFACT=$(api "$URL/api/devices/$DEVICE/artifacts" | jq -r '.[] | select(.key == "running-config").id')\n` +
        `api "$URL/api/artifacts/versions/$(api "$URL/api/artifacts/$ARTIFACT/versions" | jq -r '.[0].id')/content"\n`,
    )
    router.setRunningConfig(config.replace('hostname exitgw', 'hostname exitgw\nbanner motd ^Coffer^'))

    const said = await run(blockWith('/versions"'))

    expect(said).to.include('"added": 1').and.include('\n+banner motd ^Coffer^')
  })
})
