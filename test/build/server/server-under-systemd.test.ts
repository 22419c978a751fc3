import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import metadata from '../../../package.json' with { type: 'json' }
import { shipServer } from '../../../build/ship-server.ts'
import { failureOf } from '../../support/failure-of.ts'
import { openGuide } from '../../support/guide.ts'
import { startSystemd, type Systemd, systemdMissing } from '../systemd.ts'

const root = path.join(import.meta.dirname, '../../..')
const missing = systemdMissing()
const version = `coffer-server-${metadata.version}`

describe(`the server as a systemd service${missing ?? ''}`, function () {
  const shared = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-server-systemd-'))
  const guide = openGuide('docs/server.md')
  let systemd: Systemd

  before(async function () {
    if (missing) return this.skip()
    fs.chmodSync(shared, 0o755)
    for (const site of ['build/console.ts', 'build/docs.ts']) {
      execFileSync(process.execPath, [site, '--if-stale'], { cwd: root })
    }
    await shipServer(path.join(shared, version), path.join(root, 'dist'))
    execFileSync('tar', ['-czf', path.join(shared, 'server.tar.gz'), '--directory', shared, version])
    systemd = await startSystemd(shared)
    await type(
      guide.take('useradd --system', { 'coffer-server-0.2.0-linux-x64.tar.gz': path.join(shared, 'server.tar.gz') }),
    )
    await type(`sed --in-place 's,^BKP_BASE_URL=.*,BKP_PORT=${port},' /etc/coffer/service.env`)
    await type(guide.take('systemctl enable'))
    await isReady()
  })

  after(async () => {
    await systemd?.close()
    fs.rmSync(shared, { recursive: true, force: true })
  })

  /** As root at a terminal, who has the programs of an administrator on the path. */
  function type(commands: string, input = ''): Promise<string> {
    const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
    return systemd.run('sh', ['-euc', `export PATH=${path}; cd /\n${commands}`], input)
  }

  const port = 8_000 + (process.pid % 1_000)

  async function isReady() {
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${port}/ready`).catch(() => undefined)
      if (answer?.status === 200) return
      if ((await systemd.property('coffer', 'NRestarts')) !== '0') throw new Error('the service ended')
      await pause(200)
    }
  }

  const mainPid = () => systemd.property('coffer', 'MainPID')

  it('runs in its own user namespace, hidden from other processes of its account', async () => {
    const namespace = await type(`readlink /proc/${await mainPid()}/ns/user`)
    const refused = await failureOf(type(`runuser -u coffer -- readlink /proc/${await mainPid()}/cwd`))

    expect(namespace).to.not.equal(await type('readlink /proc/1/ns/user'))
    expect(refused).to.include({ code: 1 })
  })

  it('is verified while it runs', async () => {
    const said = await type(guide.take('journalctl --unit'))

    expect(said).to.match(/schema: [\s\S]*object store: [\s\S]*clock: /)
  })

  it('writes a complete dump that only its account can read, while it runs', async () => {
    await type('coffer service dump /var/backups/coffer/one.dump')

    const [mode, size] = (await type('stat --format "%a:%U %s" /var/backups/coffer/one.dump')).split(' ')
    expect(mode).to.equal('600:coffer')
    expect(Number(size)).to.be.above(1_000)
    expect(await type('ls /var/backups/coffer')).to.equal('one.dump')
  })

  it('resets the administrator while it runs', async () => {
    const password = 'correct horse battery staple'
    await type('coffer service create-admin berta@example.net', `${password}\n`)

    const login = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'berta@example.net', password }),
    })
    expect(login.status).to.equal(200)
  })

  it('checks stored data and creates customers from a document, while it runs', async () => {
    const customers = [{ slug: 'acme', name: 'Acme' }]
    const inventory = JSON.stringify({ format: 'coffer-inventory', version: 1, customers })
    await systemd.run('tee', ['/opt/customers.json'], inventory)

    const checked = await type('coffer service check')
    const made = await type('coffer service bootstrap /opt/customers.json')

    expect(checked).to.match(/"msg":/)
    expect(made).to.match(/acme/)
  })

  it('stays unchanged if the dump before an upgrade fails', async () => {
    const before = await mainPid()
    const upgrade = guide.take('before-upgrade.dump')

    await type('chmod 0500 /var/backups/coffer')
    const refused = await failureOf(type(upgrade))
    await type('chmod 0700 /var/backups/coffer')

    expect(refused).to.include({ code: 1 })
    expect(await type('readlink /opt/coffer')).to.equal(version)
    expect(await mainPid()).to.equal(before)
    expect(await type('ls /var/backups/coffer')).to.equal('one.dump')
  })

  it('is upgraded with the documented commands', async () => {
    await type(`cp --recursive /opt/${version} /opt/coffer-server-0.2.1`)
    const before = await mainPid()

    await type(guide.take('before-upgrade.dump'))

    await isReady()
    expect(await mainPid()).to.not.equal(before)
    expect(await type('readlink /opt/coffer')).to.equal('coffer-server-0.2.1')
    expect(Number(await type('stat --format %s /var/backups/coffer/before-upgrade.dump'))).to.be.above(1_000)
  })
})
