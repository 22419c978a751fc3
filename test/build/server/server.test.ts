import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { shipServer } from '../../../build/ship-server.ts'
import { readSettings } from '../../../service/settings.ts'
import { failureOf } from '../../support/failure-of.ts'
import { endWithUs, newDataDirectory, processesOn } from '../../support/running-coffer.ts'

const root = path.join(import.meta.dirname, '../../..')
const run = promisify(execFile)
const isRoot = process.getuid?.() === 0
const hasAnalyze = fs.existsSync('/usr/bin/systemd-analyze')

/** An unprivileged account like the unit’s: Debian’s `nobody`. */
const account = isRoot ? { uid: 65_534, gid: 65_534 } : {}

describe('the server archive', function () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-server-'))
  const server = path.join(folder, 'opt/coffer')
  const coffer = path.join(server, 'bin/coffer')
  let data: string
  let service: ChildProcess | undefined
  let complaints = ''

  before(async () => {
    for (const site of ['build/console.ts', 'build/docs.ts']) {
      await run(process.execPath, [site, '--if-stale'], { cwd: root })
    }
    await shipServer(server, path.join(root, 'dist'))
    fs.chmodSync(folder, 0o755)
    data = newDataDirectory()
    if (account.uid) fs.chownSync(data, account.uid, account.gid ?? 0)
    fs.writeFileSync(
      path.join(folder, 'service.env'),
      `BKP_DATA_DIR=${data}\nBKP_PORT=0\nBKP_ADMIN_EMAIL="anna@example.net"\n`,
    )
  })
  after(async () => {
    service?.kill('SIGKILL')
    for (const one of [folder, data]) fs.rmSync(one, { recursive: true, force: true })
  })

  const environment = { PATH: '/usr/bin:/bin', COFFER_SETTINGS: path.join(folder, 'service.env') }
  const asAccount = { cwd: '/', env: environment, ...account }

  it('runs as an unprivileged account in a read-only folder, without Node on the path', async () => {
    service = spawn(coffer, ['service', 'start'], { ...asAccount, stdio: ['ignore', 'pipe', 'pipe'] })
    service.stderr?.on('data', (bytes) => (complaints += bytes))
    endWithUs(service)
    const url = await listening(service)

    const password = fs.readFileSync(path.join(data, 'initial-admin-password'), 'utf8').trim()
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'anna@example.net', password }),
    })
    const { token } = (await login.json()) as { token: string }
    const headers = { authorization: `Bearer ${token}` }
    const devices = await fetch(`${url}/api/devices?q=a%20b&limit=1`, { headers })
    const metadata = await (await fetch(`${url}/api/auth/sso/saml`)).text() // of packages that are loaded late
    const page = await (await fetch(url)).text()
    const isReady = (at: string) =>
      run(path.join(server, 'bin/node'), [path.join(server, 'setup/docker/is-ready.mjs'), '--url', at])
    await isReady(url)
    const notReady = await failureOf(isReady('http://127.0.0.1:1'))

    expect(login.status).to.equal(200)
    expect(devices.status).to.equal(200)
    expect(metadata).to.include('AssertionConsumerService')
    expect(page).to.include('<div id="app">')
    expect(notReady).to.include({ code: 1 })
  })

  it('provides the service’s commands and the client in one program', async () => {
    const { stdout: verified } = await run(coffer, ['service', 'verify'], asAccount)
    const { stdout: client } = await run(coffer, ['--help'], asAccount)
    const linked = path.join(folder, 'coffer')
    fs.symlinkSync(coffer, linked)
    const { stdout: config } = await run(linked, ['service', 'config'], asAccount)

    expect(verified).to.match(/schema: [\s\S]*object store: /)
    expect(client).to.match(/coffer service help/)
    expect(config).to.include(`BKP_DATA_DIR ${data}`).and.include('BKP_ADMIN_EMAIL anna@example.net')
  })

  it('exits cleanly with all of its processes', async () => {
    const ended = new Promise((resolve) => service?.once('exit', resolve))
    service?.kill('SIGTERM')

    expect(await ended).to.equal(0)
    expect(complaints).to.equal('')
    expect(processesOn(data)).to.deep.equal([])
  })

  it('reports unreadable settings instead of starting with defaults', async function () {
    if (!isRoot) return this.skip()
    fs.chmodSync(path.join(folder, 'service.env'), 0o600)

    const refused = await failureOf(run(coffer, ['service', 'config'], asAccount))

    expect(refused.message).to.match(/service\.env cannot be read by nobody/)
  })

  it('reads its settings like systemd and unlike a shell', async () => {
    const bare = path.join(folder, 'bare')
    fs.cpSync(coffer, path.join(bare, 'bin/coffer'))
    fs.writeFileSync(path.join(bare, 'bin/node'), '#!/bin/sh\nexec /usr/bin/env\n', { mode: 0o755 })
    const settings = path.join(bare, 'service.env')
    const lines = [
      '# a remark; `touch remark`',
      'BKP_DATABASE_URL=postgres://u:p$w@h/coffer?sslmode=verify-full&application_name=x',
      '',
      '  BKP_ADMIN_EMAIL="anna@example.net"',
      `BKP_A="a \\"b\\" \\$c d"`,
      "BKP_B='$(id) \\n'",
      'BKP_C=one two; three',
      'BKP_D=',
    ]
    const read = (text: string) => {
      fs.writeFileSync(settings, text)
      const env = { PATH: '/usr/bin:/bin', COFFER_SETTINGS: settings }
      return run(path.join(bare, 'bin/coffer'), ['service', 'config'], { ...account, cwd: '/', env })
    }

    const { stdout, stderr } = await read(lines.join('\n'))
    const refused = await failureOf(read('BKP_PORT=1\nexport BKP_HOST=x\n'))

    expect(stderr).to.equal('')
    expect(stdout.split('\n').filter((line) => line.startsWith('BKP_'))).to.have.members([
      'BKP_DATABASE_URL=postgres://u:p$w@h/coffer?sslmode=verify-full&application_name=x',
      'BKP_ADMIN_EMAIL=anna@example.net',
      'BKP_A=a "b" $c d',
      'BKP_B=$(id) \\n',
      'BKP_C=one two; three',
      'BKP_D=',
    ])
    expect(refused.message).to.match(/service\.env: line 2 is not NAME=VALUE/)
  })

  it('includes settings that exist, are documented and load in the service', () => {
    const lines = fs.readFileSync(path.join(server, 'setup/service.env'), 'utf8').split('\n')
    const given = lines.flatMap((line) => [...line.matchAll(/^#?(BKP_[A-Z0-9_]+)=(.*)$/g)])
    const plain = given.filter(([line]) => !line.startsWith('#')).map(([, name, value]) => [name, value])
    const named = given.map(([, name = '']) => name.replace(/_FILE$/, ''))

    const settings = readSettings(Object.fromEntries(plain))

    const documented = ['settings.md', 'object-store.md'].map((name) => fs.readFileSync(`docs/${name}`, 'utf8')).join()
    expect(settings).to.deep.include({ dataDirectory: '/var/lib/coffer', trustProxy: 'loopback', ignored: [] })
    for (const name of named) expect(documented).to.include(`\`${name}\``)
  })

  it('includes third-party licences', () => {
    const notices = fs.readFileSync(path.join(server, 'THIRD-PARTY-NOTICES.txt'), 'utf8')

    expect(notices)
      .to.match(/^express \d/m)
      .and.match(/^pg \d/m)
      .and.include('PostgreSQL License')
  })

  it('contains the files that docs/server.md names', () => {
    const text = fs.readFileSync('docs/server.md', 'utf8')
    const named = [...text.matchAll(/\/opt\/coffer(\/[\w./-]+\w)/g)].map(([, file = '']) => file)

    expect(named).to.include.members(['/bin/coffer', '/setup/coffer.service', '/setup/nginx/coffer.conf'])
    expect(named.filter((file) => !fs.existsSync(path.join(server, file)))).to.deep.equal([])
  })

  describe(`its unit${hasAnalyze ? '' : ' (needs systemd-analyze)'}`, () => {
    const unit = path.join(root, 'build/server/coffer.service')
    before(function () {
      if (!hasAnalyze) this.skip()
    })

    it('has an exposure level of at most 1.2 in systemd-analyze', () => {
      const analyze = ['security', '--offline=true', '--no-pager', '--threshold=12', unit]

      const said = execFileSync('systemd-analyze', analyze, { encoding: 'utf8' })

      expect(said).to.match(/Overall exposure level for coffer\.service: \d\.\d OK/)
    })

    it('passes systemd-analyze verify', async () => {
      const here = path.join(folder, 'coffer.service')
      fs.writeFileSync(here, fs.readFileSync(unit, 'utf8').replaceAll('/opt/coffer', server))

      const { stdout, stderr } = await run('systemd-analyze', ['verify', '--man=no', here])

      expect(stdout + stderr).to.equal('')
    })

    it('starts the archive’s program with the archive’s settings', () => {
      const text = fs.readFileSync(unit, 'utf8')
      const [, program = ''] = /^ExecStart=(.*)$/m.exec(text) ?? []

      const files = program.split(' ').filter((word) => word.startsWith('/opt/coffer/'))
      const there = files.filter((file) => fs.existsSync(path.join(folder, file)))
      expect(there).to.have.length(2).and.to.deep.equal(files)
      expect(text)
        .to.match(/^User=coffer$/m)
        .and.match(/^EnvironmentFile=\/etc\/coffer\/service\.env$/m)
    })
  })
})

function listening(child: ChildProcess): Promise<string> {
  const lines: string[] = []
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      lines.push(line)
      const url = /Coffer listens on (http:\/\/[^;\s"]+)/.exec(line)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${lines.join('\n')}`)))
  })
}
