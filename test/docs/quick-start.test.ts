import { type KeyObject, createHash, generateKeyPairSync } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'
import { newDataDirectory, runCoffer, type RunningCoffer } from '../support/running-coffer.ts'
import { type Shell, programMissing, startShell } from '../support/doc-shell.ts'
import { openGuide } from '../support/guide.ts'
import { type Sshd, sshdMissing, startSshd } from '../support/sshd.ts'

/** The commands of docs/quick-start.md, in its order, in one shell; only names, ports and paths are those of the test. */
describe('the commands of docs/quick-start.md', function () {
  const guide = openGuide('docs/quick-start.md')
  let folder: string
  let etc: string
  let coffer: RunningCoffer
  let sshd: Sshd
  let router: IosSimulator
  let shell: Shell

  before(async function () {
    if (sshdMissing() ?? programMissing('curl', 'jq', 'bash', 'npm', 'openssl')) return this.skip()
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-quick-start-'))
    fs.chmodSync(folder, 0o711)
    etc = path.join(folder, 'etc')
    fs.mkdirSync(path.join(etc, 'ssh'), { recursive: true })
    fs.writeFileSync(path.join(etc, 'ssh/sshd_config'), 'Port 22\n')
    fs.writeFileSync(path.join(etc, 'motd'), 'Welcome\n')
    coffer = await runCoffer(newDataDirectory(), {}, {}, guide.take('npm start').trim().split(' '))
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

  const run = (text: string, values: Record<string, string> = {}) => shell.run(guide.take(text, values))

  it('log in and show the local agent online', async () => {
    await run('request() {', { 'http://127.0.0.1:8080': coffer.url })
    const said = await run('/api/auth/login')

    expect(said).to.include('"platform_admin"').and.include('"online"')
    expect(fs.statSync(path.join(folder, 'data/session')).mode & 0o777).to.equal(0o600)
  })

  it('add a server, whose first run is blocked until its host key is approved', async () => {
    const account = guide.read('authorized_keys')
    sshd.setSudoers((/^echo '(.*)' \|/m.exec(account)?.[1] ?? '').replace('coffer-backup', 'USER'))
    await run('ssh_private_key', { '"coffer-backup"': `"${sshd.user}"` })
    await run('"linux_server"', {
      '["/etc"], sudo: true': `["${etc}"], sudo: true, ssh_port: ${sshd.port}`,
    })

    const blocked = await run('backup() {')

    expect(blocked).to.include('"blocked"').and.include(`"fingerprint": "${sshd.hostKeyFingerprint}"`)
    expect(await run('/approve?')).to.include('"approved"')
  })

  it('show the changes between two snapshots', async () => {
    expect(await run('/log"'))
      .to.include('"succeeded"')
      .and.include('rsync protocol')
    expect(await shell.run('backup\n')).to.include('"unchanged"')
    expect(await run('Coffer was here', { 'sudo ': '', '/etc/motd': `${etc}/motd` })).to.include('succeeded')

    const planned = await run('"schedule": "0 2 * * *"')
    expect(planned).to.match(/"next_run_at": "\d{4}-/)
    expect(await run('/reports/daily?')).to.equal('100\n')

    const said = await run('/browse?', { '/etc': etc })

    expect(said).to.match(/0600|0644 8\tsshd_config/)
    expect(said)
      .to.match(/\n\+Coffer was here on /)
      .and.include('"modified": 1')
    expect(said).to.match(/\nWelcome\n\d+\n$/)
    expect(await run('/api/audit')).to.include('admin@localhost config.download snapshot')
  })

  it('add a router in the same way', async () => {
    await shell.run(`export PASSWORD='a login’s "secret"' ENABLE=enable-Secret1\n`)
    expect(guide.read('read -rsp')).to.match(/PASSWORD.*ENABLE/)
    const blocked = await run('"netco_iosxe"', {
      '"192.0.2.1"': '"127.0.0.1"',
      'credential_id: $credential,': `credential_id: $credential, options: {ssh_port: ${router.port}},`,
    })
    expect(blocked).to.include('"blocked"').and.include(router.hostKeyFingerprint)
    await makesFingerprintsOfKeys()
    await run('/approve?')
    expect(await shell.run('backup\n')).to.include('"succeeded"')
    const config = await shell.run(
      `ARTIFACT=$(api "$URL/api/devices/$DEVICE/artifacts" | jq -r '.[] | select(.key == "running-config").id')\n` +
        `api "$URL/api/artifacts/versions/$(api "$URL/api/artifacts/$ARTIFACT/versions" | jq -r '.[0].id')/content"\n`,
    )
    router.setRunningConfig(config.replace('hostname exitgw', 'hostname exitgw\nbanner motd ^Coffer^'))

    const said = await run('/versions"')

    expect(said).to.include('"added": 1').and.include('\n+banner motd ^Coffer^')
  })

  /** Both forms in which a device of Cisco shows an RSA key. */
  async function makesFingerprintsOfKeys() {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const der = publicKey.export({ type: 'spki', format: 'der' })
    const line = `ssh-rsa ${sshBlob(publicKey).toString('base64')}`
    const fingerprint = `SHA256:${createHash('sha256').update(sshBlob(publicKey)).digest('base64').replace(/=+$/, '')}`
    const save = (text: string, width: number) =>
      fs.writeFileSync(path.join(folder, 'key'), text.replace(new RegExp(`.{${width}}`, 'g'), '$&\n'))

    save(line, 72)
    expect(await run("tr -d '\\n' < key")).to.include(fingerprint)
    save(der.toString('hex').toUpperCase().replace(/.{8}/g, '$& '), 63)
    expect(await run('basenc -d')).to.include(fingerprint)
  }

  it('are all run', () => {
    expect(guide.untaken()).to.deep.equal([])
  })
})

/** RFC 4253, section 6.6: the name, the exponent and the modulus, each behind its length. */
function sshBlob(key: KeyObject): Buffer {
  const { e = '', n = '' } = key.export({ format: 'jwk' })
  const numbers = [e, n].map((text) => Buffer.from(text, 'base64url'))
  const signed = numbers.map((bytes) => (bytes[0]! & 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes))
  const length = (bytes: Buffer) => Buffer.of(0, 0, bytes.length >> 8, bytes.length & 0xff)
  return Buffer.concat([Buffer.from('ssh-rsa'), ...signed].flatMap((bytes) => [length(bytes), bytes]))
}
