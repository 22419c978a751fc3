import fs from 'node:fs'
import http from 'node:http'
import net from 'node:net'
import { once } from 'node:events'
import { expect } from 'chai'
import { clientOf } from '../../support/service.ts'
import { type RunningCoffer, newDataDirectory, processesOn, runCoffer } from '../../support/running-coffer.ts'

/** Timeout of all waits: a slow machine takes long to start a process. */
const waitMs = 120_000

describe('a replica of several HTTP processes', function () {
  this.timeout(2 * waitMs)
  let coffer: RunningCoffer

  before(async () => {
    coffer = await runCoffer(newDataDirectory(), {
      BKP_PROCESSES: '2',
      BKP_ADMIN_PASSWORD: 'a-password-of-the-settings',
      BKP_LOCAL_AGENT: 'off',
    })
  })

  after(async () => {
    await coffer.kill('SIGTERM')
    fs.rmSync(coffer.dataDirectory, { recursive: true, force: true })
  })

  it('serves one address from both, and /ready counts them', async () => {
    expect((await readiness()).processes).to.deep.equal({ configured: 2, running: 2, unresponsive: 0 })
  })

  it('has no secret in arguments or environment of a process', () => {
    const seen = processesOn(coffer.dataDirectory).filter(({ pid }) => pid !== coffer.pid) // the test chose its own
    expect(seen.length).to.be.at.least(3)
    for (const { command, environment } of seen) {
      expect(command + environment).not.to.contain('a-password-of-the-settings')
    }
  })

  it('sums the metrics of all processes', async () => {
    const before = await requestsServed()
    await Promise.all(Array.from({ length: 40 }, () => newConnection('/health')))
    expect((await requestsServed()) - before).to.equal(40)
    const metrics = await readMetrics()
    expect(metrics).to.match(/^coffer_http_processes\{state="running"\} 2$/m)
    expect(metrics.match(/^process_resident_memory_bytes /gm)).to.have.length(1)
  })

  it('is not ready while one of them is unresponsive', async () => {
    const [frozen = 0] = httpProcesses()
    process.kill(frozen, 'SIGSTOP')
    try {
      await until(async () => (await readiness()).status === 'not_ready')
    } finally {
      process.kill(frozen, 'SIGCONT')
    }
    await until(async () => (await readiness()).status === 'ready')
  })

  it('replaces a killed process, and reports it', async () => {
    const [victim = 0] = httpProcesses()
    process.kill(victim, 'SIGKILL')
    await until(async () => (await readiness()).processes.running === 2 && !httpProcesses().includes(victim))
    expect(coffer.log.some((line) => JSON.parse(line).pid === victim)).to.equal(true)
    expect(await readMetrics()).to.match(/^coffer_http_processes_replaced_total 1$/m)
  })

  it('ends all processes with the supervisor, even if that is killed', async () => {
    const other = await runCoffer(newDataDirectory(), { BKP_PROCESSES: '2', BKP_LOCAL_AGENT: 'off' })
    await other.kill('SIGKILL')
    await until(async () => processesOn(other.dataDirectory).every(({ command }) => !command.includes('http-process')))
    const again = await runCoffer(other.dataDirectory, { BKP_PROCESSES: '2', BKP_LOCAL_AGENT: 'off' })
    expect(await again.kill('SIGTERM')).to.equal(0)
    expect(processesOn(other.dataDirectory)).to.deep.equal([])
    fs.rmSync(other.dataDirectory, { recursive: true, force: true })
  })

  it('does not start on an occupied port, and leaves no process', async () => {
    const taken = net.createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as net.AddressInfo
    const dataDirectory = newDataDirectory()
    try {
      const failed: Error = await runCoffer(dataDirectory, { BKP_PROCESSES: '2', BKP_PORT: String(port) }).then(
        () => expect.fail('it started'),
        (error) => error,
      )
      expect(failed.message).to.contain('[port_in_use]')
      expect(processesOn(dataDirectory)).to.deep.equal([])
    } finally {
      taken.close()
      fs.rmSync(dataDirectory, { recursive: true, force: true })
    }
  })

  /** Returns the replica's child processes that serve HTTP. Linux only. */
  function httpProcesses(): number[] {
    const children = fs.readFileSync(`/proc/${coffer.pid}/task/${coffer.pid}/children`, 'utf8').trim().split(' ')
    return children
      .map(Number)
      .filter((pid) => fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('http-process'))
  }

  /** Each on its own connection, so that the processes alternate; a connection to a frozen process times out. */
  async function readiness() {
    return JSON.parse(await newConnection('/ready'))
  }

  function newConnection(path: string, headers: Record<string, string> = {}): Promise<string> {
    return new Promise((resolve, reject) => {
      const request = http.get(coffer.url + path, { agent: false, timeout: 10_000, headers }, async (response) => {
        const chunks = await response.toArray()
        resolve(Buffer.concat(chunks).toString())
      })
      request.once('timeout', () => request.destroy(new Error('no answer')))
      request.once('error', reject)
    })
  }

  async function readMetrics(): Promise<string> {
    const credentials = { email: 'admin@localhost', password: 'a-password-of-the-settings' }
    const { body } = await clientOf(coffer.url, null).post('/api/auth/login', credentials)
    return newConnection('/metrics', { authorization: `Bearer ${body.token}` })
  }

  async function requestsServed(): Promise<number> {
    const served = /^coffer_http_requests_total\{operation="health",status="200"\} (\d+)$/m.exec(await readMetrics())
    return Number(served?.[1] ?? 0)
  }

  /** An error counts as false: connections to a process that ends are closed. */
  async function until(isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      if (await isSo().catch(() => false)) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error('the condition was not met in time')
  }
})
