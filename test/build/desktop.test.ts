import { execFile } from 'node:child_process'
import fs from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { findServiceProgram } from '../../desktop/main/service/service-program.ts'
import { createServiceSupervisor } from '../../desktop/main/service/service-supervisor.ts'
import { fuseSentinel, makeElectronDistribution } from './electron-distribution.ts'
import { newDataDirectory, processesOn } from '../support/running-coffer.ts'

const root = path.join(import.meta.dirname, '../..')
const run = (program: string, ...parameters: string[]) =>
  promisify(execFile)(program, parameters, { cwd: root, env: { ...process.env, CI: '' } })
const canPack = process.platform === 'linux'

describe(`the packed desktop${canPack ? '' : ' (on Linux alone)'}`, function () {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-packed-'))
  const unpacked = path.join(folder, 'packed/linux-unpacked')
  const resources = path.join(unpacked, 'resources')

  before(async function () {
    if (!canPack) return this.skip()
    fs.chmodSync(folder, 0o755)
    makeElectronDistribution(path.join(folder, 'electron'))
    await run(process.execPath, 'build/console.ts', '--if-stale')
    await run(process.execPath, 'build/docs.ts', '--if-stale')
    await run(process.execPath, 'build/desktop.ts')
    const { stdout } = await run(
      path.join(root, 'node_modules/.bin/electron-builder'),
      '--linux',
      'dir',
      '--publish=never',
      `-c.electronDist=${path.join(folder, 'electron')}`,
      `-c.directories.output=${path.join(folder, 'packed')}`,
    )
    expect(stdout).to.include('packaging')
  })
  after(() => fs.rmSync(folder, { recursive: true, force: true }))

  it('contains the program, its preload, and none of the project’s packages', async () => {
    const list = path.join(root, 'node_modules/@electron/asar/bin/asar.js')
    const cli = fs.existsSync(list) ? list : path.join(root, 'node_modules/@electron/asar/bin/asar.mjs')
    const { stdout } = await run(process.execPath, cli, 'list', path.join(resources, 'app.asar'))

    expect(stdout.trim().split('\n').sort()).to.deep.equal(['/icon.png', '/main.cjs', '/package.json', '/preload.cjs'])
  })

  it('has Electron’s fuses set so that it runs no other program', async () => {
    // run as Node, cookie encryption, NODE_OPTIONS, --inspect, asar integrity, only from asar, snapshot, file protocol
    expect(readFuses(path.join(unpacked, 'coffer'))).to.match(/^010011.0/)
  })

  it('has a preload that requires only electron', () => {
    const preload = fs.readFileSync(path.join(root, 'dist/desktop/preload.cjs'), 'utf8')

    expect([...preload.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name)).to.deep.equal(['electron'])
  })

  it('includes the service, which its own Node runs and users can log in to', async function () {
    const data = newDataDirectory()
    const program = findServiceProgram(resources, '/nowhere')
    const { stdout } = await run(program.node, '--version')
    expect(stdout.trim()).to.equal(process.version)
    let kept = { port: await freePort(), startsWithApp: false, goesOn: false, dataFolder: data as string | null }
    const supervisor = createServiceSupervisor({
      program,
      folder: path.join(folder, 'user-data'),
      kept: { read: () => kept, write: (choices) => (kept = choices) },
      onState: () => undefined,
      now: () => new Date(),
      environment: process.env,
    })
    try {
      const { stage, url, trouble } = await supervisor.start()
      expect(stage, JSON.stringify(trouble)).to.equal('running')

      const first = supervisor.readFirstPassword()
      const login = await fetch(`${url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(first),
      })

      expect(login.status).to.equal(200)
      expect(await (await fetch(`${url}/`)).text()).to.include('<div id="app">')
      expect((await fetch(`${url}/api/docs/swagger-ui-bundle.js`)).status).to.equal(200)
    } finally {
      await supervisor.leave()
    }
    expect(processesOn(data)).to.deep.equal([])
    expect(supervisor.lastLines(500).filter((line) => /"level":(50|60)/.test(line))).to.deep.equal([])
    fs.rmSync(data, { recursive: true, force: true })
  })
})

async function freePort(): Promise<number> {
  const probe = net.createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** The states of Electron's fuses, `0` off and `1` on, in their order (electron/fuses, README). */
function readFuses(program: string): string {
  const bytes = fs.readFileSync(program)
  const at = bytes.indexOf(fuseSentinel) + fuseSentinel.length
  return bytes.toString('latin1', at + 2, at + 2 + (bytes[at + 1] ?? 0))
}
