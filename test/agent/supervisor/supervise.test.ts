import type { WorkerOptions } from 'node:worker_threads'
import { expect } from 'chai'
import { startWorker } from '../../../agent/supervisor/start-worker.ts'
import { supervise, type SuperviseSettings } from '../../../agent/supervisor/supervise.ts'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import { startFakeService, type FakeService } from '../../support/fake-service.ts'
import { type IosSimulator, startIosSimulator } from '../../support/ios-simulator.ts'
import { supportWorker, watchedWorker } from './support-worker.ts'

describe('the supervisor', () => {
  let fake: FakeService
  let device: IosSimulator
  let stopping: AbortController
  let lines: string[]
  let sequence: number
  let end: Promise<string>
  let steadyMs: number

  beforeEach(async () => {
    fake = await startFakeService()
    Object.assign(fake.intervals, { claim_wait_ms: 500, claim_give_up_ms: 2_000, heartbeat_ms: 100 })
    device = await startIosSimulator()
    stopping = new AbortController()
    ;[lines, sequence, steadyMs] = [[], 0, 0]
    end = Promise.resolve('')
  })

  afterEach(async () => {
    stopping.abort()
    await end
    await Promise.all([fake.close(), device.close()])
  })

  function start(changes: Partial<SuperviseSettings> = {}) {
    end = supervise({
      baseUrl: fake.url,
      agentId: fake.agentId,
      tenantId: fake.tenantId,
      keySeed: fake.keySeed,
      serviceKey: fake.serviceKey,
      version: '1.2.3',
      concurrency: 10,
      readSequence: () => sequence,
      storeSequence: (next) => void (sequence = next),
      log: (level, line) => void lines.push(`${level} ${line}`),
      stopping: stopping.signal,
      graceMs: 50,
      backoff: { floorMs: 5, ceilingMs: 20 },
      workers: 1,
      ...changes,
    })
  }

  const pathsOf = (jobId: string) =>
    fake.requests.flatMap(({ path }) => (path.includes(jobId) ? [path.replace(/.*jobs\/[^/]+\//, '')] : []))
  const backUp = (changes: Partial<Parameters<FakeService['queue']>[0]> = {}) =>
    fake.queue({ port: device.port, approved: device.hostKeyFingerprint, ...changes })

  /** Two jobs are opened by workers that hang; then that of a minute is overdue, and is killed for not stopping. */
  async function passDeadline() {
    const { spawn, seen } = watchedWorker('hung-worker')
    Object.assign(fake.intervals, { fence_ms: 3_600_000, lease_ms: 3_601_500 }) // killed 500 ms after it was told to stop
    start({ spawn, now: () => steadyMs })
    await fake.until(() => seen.opened === 2)
    steadyMs += 60_000
    await fake.until(() => seen.stopped === 1)
    steadyMs += 500
  }

  it('backs up a device from claim to commit, and its texts arrive byte for byte', async () => {
    start()
    const job = backUp()

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'collected', transport: 'ssh' })
    const running = job.result?.artifacts.find(({ key }) => key === 'running-config')
    expect(running?.state).to.equal('captured')
    const text = Buffer.concat((running?.content?.chunks ?? []).map((id) => fake.chunks.get(id as ChunkId) as Buffer))
    expect(text.length).to.equal(running?.content?.size)
    expect(text.toString()).to.contain('hostname')
    expect(job.log.map(({ line }) => line).join('\n')).to.contain('logged in to')
    expect(fake.packs).to.have.length(1)
    expect(sequence).to.equal(1)
  })

  it('asks twice only for a device that did not change: check and result, and a log', async () => {
    start()
    const first = backUp()
    await fake.until(() => first.result !== undefined)
    const again = backUp()

    await fake.until(() => again.result !== undefined)

    expect(pathsOf(first.jobId)).to.deep.equal(['artifacts/check', 'packs', 'packs/confirm', 'log', 'result'])
    expect(pathsOf(again.jobId)).to.deep.equal(['artifacts/check', 'log', 'result'])
    expect(again.result?.artifacts.map(({ state }) => state)).to.not.include('captured')
    expect(fake.packs).to.have.length(1)
  })

  it('does not touch a device before a heartbeat for its job was accepted', async () => {
    fake.intercept = ({ path, body }) =>
      path.endsWith('/heartbeats') && (body['leases'] as unknown[]).length > 0 ? { kind: 'hang-up' } : undefined
    start()
    const job = backUp()

    await fake.until(() => fake.requests.filter(({ path }) => path.endsWith('/heartbeats')).length > 4)
    const before = device.loginsSeen.length
    fake.intercept = () => undefined
    await fake.until(() => job.result !== undefined)

    expect(before).to.equal(0)
    expect(device.loginsSeen).to.have.length(1)
  })

  it('does not log in to a device whose host key nobody approved', async () => {
    start()
    const job = backUp({ approved: undefined })

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'blocked', error_code: 'fingerprint_unapproved' })
    expect(job.report?.error).to.contain(device.hostKeyFingerprint)
    expect(pathsOf(job.jobId)).to.include('fingerprints')
    expect(device.loginsSeen).to.deep.equal([])
  })

  it('reports a refused login once, with its code and without the password', async () => {
    start()
    const job = backUp({ password: 'wrong-Secret9' })

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'failed', error_code: 'auth_failed' })
    expect(JSON.stringify([job.report, job.log])).to.not.contain('wrong-Secret9')
  })

  it('walks the steps of a connection test and collects nothing', async () => {
    start()
    const job = backUp({ kind: 'test' })

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'collected' })
    expect(job.report?.steps.map(({ name }) => name)).to.include.members(['connect', 'trust', 'login', 'prompt'])
    expect(pathsOf(job.jobId)).to.deep.equal(['log', 'result'])
  })

  it('leaves the device by itself when the service is not heard for as long as the fence says', async () => {
    Object.assign(fake.intervals, { fence_ms: 300, lease_ms: 600 })
    device.set({ silentFromLine: 1 })
    start()
    const job = backUp()
    await fake.until(() => job.state === 'running')
    fake.intercept = ({ path }) => (path.endsWith('/heartbeats') ? { kind: 'hang-up' } : undefined)

    await fake.until(() => lines.some((line) => line.includes('not heard for too long')))

    expect(job.result).to.equal(undefined)
    expect(pathsOf(job.jobId)).to.deep.equal([])
  })

  it('ends a cancelled job and says that it did', async () => {
    device.set({ silentFromLine: 1 })
    start({ now: () => steadyMs })
    const job = backUp()
    await fake.until(() => job.state === 'running')
    job.heartbeat = 'cancel'

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'cancelled' })
  })

  it('ends a lost job without a word', async () => {
    device.set({ silentFromLine: 1 })
    start()
    const job = backUp()
    await fake.until(() => job.state === 'running')
    job.heartbeat = 'lost'
    const beats = () => fake.requests.filter(({ path }) => path.endsWith('/heartbeats'))

    await fake.until(() => (beats().at(-1)?.body['leases'] as unknown[]).length === 0)

    expect(pathsOf(job.jobId)).to.deep.equal([])
  })

  it('fails a job at its deadline', async () => {
    device.set({ silentFromLine: 1 })
    start({ now: () => steadyMs }) // a worker that is slow to stop is not killed: this clock does not move meanwhile
    const job = backUp({ deadlineMs: 60_000 })
    await fake.until(() => device.loginsSeen.length > 0)

    steadyMs += 60_000
    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'failed', error_code: 'deadline_exceeded' })
  })

  it('offers a result until the service takes it, the same bytes each time', async () => {
    const bodies: string[] = []
    fake.intercept = ({ path, body }) => {
      if (!path.endsWith('/result') || bodies.push(JSON.stringify(body)) > 3) return undefined
      return bodies.length === 1 ? { kind: 'answer', status: 503, code: 'unavailable' } : { kind: 'lose-answer' }
    }
    start()
    const job = backUp()

    await fake.until(() => bodies.length === 4 && job.result !== undefined)

    expect(new Set(bodies).size).to.equal(1)
  })

  it('sends chunks again that the service misses when it commits', async () => {
    let errorPatterns = 0
    fake.intercept = ({ path, body }) => {
      if (!path.endsWith('/result') || errorPatterns++ > 0) return undefined
      const { artifacts } = body as { artifacts: { content?: { chunks: string[] } }[] }
      const missingIds = artifacts.flatMap(({ content }) => content?.chunks ?? [])
      return { kind: 'answer', status: 412, code: 'chunks_missing', missingIds }
    }
    start()
    const job = backUp()

    await fake.until(() => job.result !== undefined)

    expect(fake.packs).to.have.length(2)
    expect(job.result?.outcome).to.equal('collected')
  })

  it('believes no answer that was altered on the way, and says what it suspects', async () => {
    let lies = 0
    fake.intercept = ({ path }) =>
      path.endsWith('/artifacts/check') && lies++ === 0
        ? { kind: 'tamper', replace: (body) => body.replaceAll('needed', 'unchanged') }
        : undefined
    start()
    const job = backUp()

    await fake.until(() => job.result !== undefined)

    expect(job.result?.artifacts[0]?.state).to.equal('captured')
    expect(lines.join('\n')).to.contain('something between agent and service altered the answer')
  })

  it('takes the same offers again when the answer of a claim was lost', async () => {
    let lost = 0
    fake.intercept = ({ path }) => (path.endsWith('/claims') && lost++ === 0 ? { kind: 'lose-answer' } : undefined)
    const job = backUp()
    start()

    await fake.until(() => job.result !== undefined)

    expect(job.offered).to.equal(2)
    expect(device.loginsSeen).to.have.length(1)
  })

  it('opens another session with the next number when the service ended this one', async () => {
    start()
    await fake.until(() => fake.requests.some(({ path }) => path.endsWith('/claims')))
    let ended = 0
    fake.intercept = ({ path }) =>
      path.endsWith('/heartbeats') && ended++ === 0 ? { kind: 'answer', status: 409, code: 'session_ended' } : undefined

    await fake.until(() => fake.sessions.length === 2)
    const job = backUp()
    await fake.until(() => job.result !== undefined)

    expect(fake.sessions.map((session) => session.sequence)).to.deep.equal([0, 1])
    expect(fake.sessions[0]?.boot_id).to.not.equal(fake.sessions[1]?.boot_id)
  })

  it('gives a lost answer of a session the same question again', async () => {
    let lost = 0
    fake.intercept = ({ path }) => (path.endsWith('/sessions') && lost++ === 0 ? { kind: 'lose-answer' } : undefined)

    start()
    await fake.until(() => fake.sessions.length === 2)

    const [first, second] = fake.sessions
    expect(second).to.include({ boot_id: first?.boot_id, envelope_key: first?.envelope_key, sequence: first?.sequence })
  })

  it('waits to be cleared when it counts as cloned', async () => {
    let refused = 0
    fake.intercept = ({ path }) =>
      path.endsWith('/sessions') && refused++ < 3 ? { kind: 'answer', status: 409, code: 'cloned' } : undefined

    start()
    await fake.until(() => fake.sessions.length === 1)

    expect(lines.filter((line) => line.includes('409'))).to.have.length(1)
  })

  it('ends when it was revoked', async () => {
    start()
    await fake.until(() => fake.requests.some(({ path }) => path.endsWith('/heartbeats')))
    fake.revoked = true

    const how = await end

    expect(how).to.equal('revoked')
  })

  it('finishes what runs before it stops', async () => {
    device.set({ latencyMs: 100 })
    start({ graceMs: 10_000 })
    const job = backUp()
    await fake.until(() => device.loginsSeen.length > 0)
    stopping.abort()

    const how = await end

    expect(how).to.equal('stopped')
    expect(job.result?.outcome).to.equal('collected')
  })

  it('hands back what it cannot finish before it stops', async () => {
    device.set({ silentFromLine: 1 })
    start()
    const job = backUp()
    await fake.until(() => device.loginsSeen.length > 0)
    stopping.abort()

    await end

    expect(job.dropped).to.equal(true)
    expect(job.result).to.equal(undefined)
  })

  it('kills a collector that hangs at its deadline, reports that job and gives the others back', async () => {
    const hung = backUp({ deadlineMs: 60_000 })
    const other = backUp()
    await passDeadline()

    await fake.until(() => hung.result !== undefined && other.dropped)

    expect(hung.result).to.include({ outcome: 'failed', error_code: 'deadline_exceeded' })
    expect(hung.report?.error).to.contain('deadline')
    expect(other.result).to.equal(undefined)
  })

  it('does not kill a restore with a neighbour that hangs', async () => {
    const restore = backUp({ kind: 'restore' })
    const hung = backUp({ deadlineMs: 60_000 })
    await passDeadline()

    await fake.until(() => hung.result !== undefined)
    const before = fake.requests.length
    await fake.until(() => fake.requests.length > before + 10)

    expect([restore.dropped, restore.state]).to.deep.equal([false, 'running'])
  })

  it('finishes what cannot be taken back, though its session is over, before it begins another', async () => {
    let began = 0
    fake.intercept = ({ path }) => {
      if (path.endsWith('/sessions') && ++began > 1) lines.push('another session')
      const isOver = path.endsWith('/heartbeats') && began === 1 && lines.includes('warn it commits')
      return isOver ? { kind: 'answer', status: 409, code: 'session_ended' } : undefined
    }
    backUp({ kind: 'restore' })
    start({ spawn: supportWorker('committing-worker') })

    await fake.until(() => lines.includes('another session'))

    const expected = ['session is over', 'it is committed', 'another session']
    const logged = lines.map((line) => expected.find((event) => line.includes(event))).filter(Boolean)
    expect(logged).to.deep.equal(expected)
  })

  it('lets a worker go that has had no job for a while, and starts another when there is one', async () => {
    let started = 0
    const gone = Promise.withResolvers<void>()
    const spawn = (options: WorkerOptions) => {
      started++
      const worker = startWorker(options)
      worker.once('exit', () => gone.resolve())
      return worker
    }
    start({ spawn, pingMs: 20, idleMs: 50 })
    const first = backUp()
    await fake.until(() => first.result !== undefined)

    await gone.promise
    const second = backUp()
    await fake.until(() => second.result !== undefined)

    expect(started).to.equal(2)
    expect(first.dropped).to.equal(false)
  })

  it('kills a collector that no longer turns, and gives back all its jobs', async () => {
    start({ spawn: supportWorker('hung-worker'), pingMs: 50, silentMs: 300 })
    const jobs = [backUp(), backUp()]

    await fake.until(() => jobs.every(({ dropped }) => dropped))

    expect(lines.join('\n')).to.contain('a collector worker hangs')
  })
})
