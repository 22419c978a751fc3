import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { agentPrograms } from '../../build/agent-programs.ts'
import { agentTargets } from '../../build/agent-targets.ts'
import { bundleProgram } from '../../build/bundle-program.ts'
import { makeExecutable } from '../../build/make-executable.ts'
import { defaultIntervals } from '../../shared/agent-protocol/intervals.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { type IosSimulator, startIosSimulator } from '../support/ios-simulator.ts'
import { type Client, type Customer, must, startTestService, type TestService } from '../support/service.ts'

type Run = components['schemas']['Run']

const here = `${process.platform}-${process.arch}`
const target = agentTargets.find(({ name }) => name === here)
const canRun = process.platform === 'linux' && process.getuid?.() === 0 && target !== undefined
const nobody = 65_534

interface Ended {
  code: number | null
  out: string
  err: string
}

describe(`the agent executable in an empty root${canRun ? '' : ' (as root on Linux alone)'}`, function () {
  const built = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-executable-'))
  const file = path.join(built, 'coffer-agent')
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'coffer-nobody-'))
  const children = new Set<ChildProcess>()
  let service: TestService
  let customer: Customer
  let admin: Client
  let router: IosSimulator

  before(async function () {
    if (!canRun) return this.skip()
    for (const folder of [built, home]) fs.chmodSync(folder, 0o755)
    fs.mkdirSync(path.join(home, 'empty'))
    for (const folder of [home, path.join(home, 'empty')]) fs.chownSync(folder, nobody, nobody)
    const bundle = path.join(built, 'bundle')
    await bundleProgram(bundle, agentPrograms)
    makeExecutable(target, bundle, file)
    fs.rmSync(bundle, { recursive: true })
    service = await startTestService()
    service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200, claim_wait_ms: 1_000 }
    customer = await service.hasTenant()
    admin = await customer.as('tenant_admin')
    router = await startIosSimulator()
  })

  after(async () => {
    for (const child of children) child.kill('SIGKILL')
    await router?.close()
    await service?.close()
    for (const folder of [built, home]) fs.rmSync(folder, { recursive: true, force: true })
  })

  /** With no rights, no Node, and nothing in its environment but where its key is. */
  function start(...words: string[]): ChildProcess {
    const child = spawn(file, words, {
      cwd: path.join(home, 'empty'),
      env: { BKP_AGENT_STATE_DIR: path.join(home, 'state') },
      uid: nobody,
      gid: nobody,
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  async function run(words: string[], input = ''): Promise<Ended> {
    const child = start(...words)
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    child.stdin?.end(input)
    const [out, err] = await Promise.all([text(child.stdout as Readable), text(child.stderr as Readable)])
    return { code: await ended, out, err }
  }

  const get = async (where: string) => must(await admin.get(where), 200)
  const runOf = (id: string): Promise<Run> => get(`/api/runs/${id}`)
  async function finished(id: string): Promise<Run> {
    for (;;) {
      const found = await runOf(id)
      if (!['queued', 'running'].includes(found.status)) return found
      await pause(50)
    }
  }

  it('prints its version', async () => {
    const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'))

    expect(await run(['--version'])).to.deep.equal({ code: 0, out: `${version}\n`, err: '' })
  })

  it('enrols, backs up, resumes after kill -9, and exits when it is revoked', async () => {
    const platform = await service.as('platform_admin')
    const agent = await customer.hasAgent({ name: 'site' })
    const { token } = must(
      await platform.post(`/api/agents/${agent.id}/enrollment-token?tenant=${customer.id}`, {}),
      201,
    )
    const enrolled = await run(['enroll', '--url', service.url], `${token}\n`)
    expect(enrolled).to.include({ code: 0, err: '' })

    const first = start('run')
    const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
    const options = { ssh_port: router.port }
    const device = await customer.hasDevice({ hostname: '127.0.0.1', credential_id: credential.id, options })
    const trigger = async () => must(await admin.post('/api/backups/trigger', { device_ids: [device.id] }), 202)[0].id
    expect(await finished(await trigger())).to.include({ error_code: 'fingerprint_unapproved' })
    const [shown] = await get(`/api/trust/fingerprints?device_id=${device.id}`)
    must(await admin.post(`/api/trust/fingerprints/${shown.id}/approve`, {}), 200)

    router.set({ cut: { command: 'show running-config', bytes: 100, then: 'silence' } })
    const id = await trigger()
    while (!router.commandsSeen.includes('show running-config')) await pause(20)
    const killed = new Promise((resolve) => first.once('exit', (_code, signal) => resolve(signal)))
    first.kill('SIGKILL')
    expect(await killed).to.equal('SIGKILL')
    router.set({ cut: null })
    const second = start('run')
    const revoked = new Promise((resolve) => second.once('exit', resolve))
    expect(await finished(id)).to.include({ status: 'succeeded', error: null })
    const artifacts = await get(`/api/devices/${device.id}/artifacts`)
    const running = artifacts.find((one: { key: string }) => one.key === 'running-config')
    const versions = await get(`/api/artifacts/${running.id}/versions`)
    expect(versions).to.have.length(1)
    const content = await admin.get(`/api/artifacts/versions/${versions[0].id}/content`)
    expect(content.bytes.toString()).to.match(/hostname exitgw[\s\S]*\nend\n$/)

    must(await platform.post(`/api/agents/${agent.id}/revoke?tenant=${customer.id}`), 200)
    expect(await revoked).to.equal(6)
    expect(fs.readFileSync(path.join(home, 'state/agent.json'), 'utf8')).to.not.contain('keySeed')
  })

  it('leaves no files in its working directory, and only its key in its state directory', () => {
    expect(fs.readdirSync(path.join(home, 'empty'))).to.deep.equal([])
    expect(fs.readdirSync(path.join(home, 'state')).sort()).to.deep.equal(['agent.json', 'lock'])
  })
})
