import { expect } from 'chai'
import type { ChunkId } from '../../../shared/repository/chunk-id.ts'
import type { FakeService } from '../../support/fake-service.ts'
import type { IosSimulator } from '../../support/ios-simulator.ts'
import { type Supervised, openSupervised } from './supervised.ts'

describe('the supervisor', () => {
  let fake: FakeService
  let device: IosSimulator
  let agent: Supervised

  beforeEach(async () => {
    agent = await openSupervised()
    ;({ fake, device } = agent)
  })
  afterEach(() => agent.close())

  const pathsOf = (jobId: string) =>
    fake.requests.flatMap(({ path }) => (path.includes(jobId) ? [path.replace(/.*jobs\/[^/]+\//, '')] : []))

  it('backs up a device from claim to commit, byte for byte', async () => {
    agent.start()
    const job = agent.backUp()

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'collected', transport: 'ssh' })
    const running = job.result?.artifacts.find(({ key }) => key === 'running-config')
    expect(running?.state).to.equal('captured')
    const text = Buffer.concat((running?.content?.chunks ?? []).map((id) => fake.chunks.get(id as ChunkId) as Buffer))
    expect(text.length).to.equal(running?.content?.size)
    expect(text.toString()).to.contain('hostname')
    expect(job.log.map(({ code }) => code)).to.contain('log_ssh_established')
    expect(fake.packs).to.have.length(1)
    expect(agent.sequence).to.equal(1)
  })

  it('sends few requests for an unchanged device: check, log and result', async () => {
    agent.start()
    const first = agent.backUp()
    await fake.until(() => first.result !== undefined)
    const again = agent.backUp()

    await fake.until(() => again.result !== undefined)

    expect(pathsOf(first.jobId)).to.deep.equal(['artifacts/check', 'packs', 'packs/confirm', 'log', 'result'])
    expect(pathsOf(again.jobId)).to.deep.equal(['artifacts/check', 'log', 'result'])
    expect(again.result?.artifacts.map(({ state }) => state)).to.not.include('captured')
    expect(fake.packs).to.have.length(1)
  })

  it('connects to no device before a heartbeat for its job was accepted', async () => {
    fake.intercept = ({ path, body }) =>
      path.endsWith('/heartbeats') && (body['leases'] as unknown[]).length > 0 ? { kind: 'hang-up' } : undefined
    agent.start()
    const job = agent.backUp()

    await fake.until(() => fake.requests.filter(({ path }) => path.endsWith('/heartbeats')).length > 4)
    const before = device.loginsSeen.length
    fake.intercept = () => undefined
    await fake.until(() => job.result !== undefined)

    expect(before).to.equal(0)
    expect(device.loginsSeen).to.have.length(1)
  })

  it('does not log in to a device whose host key is not approved', async () => {
    agent.start()
    const job = agent.backUp({ approved: undefined })

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'blocked', error_code: 'fingerprint_unapproved' })
    expect(job.report?.error).to.contain(device.hostKeyFingerprint)
    expect(pathsOf(job.jobId)).to.include('fingerprints')
    expect(device.loginsSeen).to.deep.equal([])
  })

  it('reports a refused login once, with its code and without the password', async () => {
    agent.start()
    const job = agent.backUp({ password: 'wrong-Secret9' })

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'failed', error_code: 'auth_failed' })
    expect(JSON.stringify([job.report, job.log])).to.not.contain('wrong-Secret9')
  })

  it('runs the steps of a connection test and collects nothing', async () => {
    agent.start()
    const job = agent.backUp({ kind: 'test' })

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'collected' })
    expect(job.report?.steps.map(({ name }) => name)).to.include.members(['connect', 'trust', 'login', 'prompt'])
    expect(pathsOf(job.jobId)).to.deep.equal(['log', 'result'])
  })

  it('disconnects from the device when the service has not responded within the fencing time', async () => {
    Object.assign(fake.intervals, { fence_ms: 300, lease_ms: 600 })
    device.set({ silentFromLine: 1 })
    agent.start()
    const job = agent.backUp()
    await fake.until(() => job.state === 'running')
    fake.intercept = ({ path }) => (path.endsWith('/heartbeats') ? { kind: 'hang-up' } : undefined)

    await fake.until(() => agent.lines.some((line) => line.includes('accepted no heartbeat in time')))

    expect(job.result).to.equal(undefined)
    expect(pathsOf(job.jobId)).to.deep.equal([])
  })

  it('ends a cancelled job and reports it', async () => {
    device.set({ silentFromLine: 1 })
    agent.start({ now: () => agent.steadyMs })
    const job = agent.backUp()
    await fake.until(() => job.state === 'running')
    job.heartbeat = 'cancel'

    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'cancelled' })
  })

  it('ends a lost job without a report', async () => {
    device.set({ silentFromLine: 1 })
    agent.start()
    const job = agent.backUp()
    await fake.until(() => job.state === 'running')
    job.heartbeat = 'lost'
    const beats = () => fake.requests.filter(({ path }) => path.endsWith('/heartbeats'))

    await fake.until(() => (beats().at(-1)?.body['leases'] as unknown[]).length === 0)

    expect(pathsOf(job.jobId)).to.deep.equal([])
  })

  it('fails a job at its deadline', async () => {
    device.set({ silentFromLine: 1 })
    // This clock does not advance, so a worker that is slow to stop is not killed.
    agent.start({ now: () => agent.steadyMs })
    const job = agent.backUp({ deadlineMs: 60_000 })
    await fake.until(() => device.loginsSeen.length > 0)

    agent.steadyMs += 60_000
    await fake.until(() => job.result !== undefined)

    expect(job.result).to.include({ outcome: 'failed', error_code: 'deadline_exceeded' })
  })

  it('sends a result until the service accepts it, with identical bytes', async () => {
    const bodies: string[] = []
    fake.intercept = ({ path, body }) => {
      if (!path.endsWith('/result') || bodies.push(JSON.stringify(body)) > 3) return undefined
      return bodies.length === 1 ? { kind: 'answer', status: 503, code: 'unavailable' } : { kind: 'lose-answer' }
    }
    agent.start()
    const job = agent.backUp()

    await fake.until(() => bodies.length === 4 && job.result !== undefined)

    expect(new Set(bodies).size).to.equal(1)
  })

  it('resends chunks that the service is missing at commit', async () => {
    let errorPatterns = 0
    fake.intercept = ({ path, body }) => {
      if (!path.endsWith('/result') || errorPatterns++ > 0) return undefined
      const { artifacts } = body as { artifacts: { content?: { chunks: string[] } }[] }
      const missingIds = artifacts.flatMap(({ content }) => content?.chunks ?? [])
      return { kind: 'answer', status: 412, code: 'chunks_missing', missingIds }
    }
    agent.start()
    const job = agent.backUp()

    await fake.until(() => job.result !== undefined)

    expect(fake.packs).to.have.length(2)
    expect(job.result?.outcome).to.equal('collected')
  })

  it('rejects a response that was altered, and logs its suspicion', async () => {
    let lies = 0
    fake.intercept = ({ path }) =>
      path.endsWith('/artifacts/check') && lies++ === 0
        ? { kind: 'tamper', replace: (body) => body.replaceAll('needed', 'unchanged') }
        : undefined
    agent.start()
    const job = agent.backUp()

    await fake.until(() => job.result !== undefined)

    expect(job.result?.artifacts[0]?.state).to.equal('captured')
    expect(agent.lines.join('\n')).to.contain('something between agent and service altered the answer')
  })

  it('accepts the same offers again after a lost claim response', async () => {
    let lost = 0
    fake.intercept = ({ path }) => (path.endsWith('/claims') && lost++ === 0 ? { kind: 'lose-answer' } : undefined)
    const job = agent.backUp()
    agent.start()

    await fake.until(() => job.result !== undefined)

    expect(job.offered).to.equal(2)
    expect(device.loginsSeen).to.have.length(1)
  })

  it('opens another session with the next number when the service ended this one', async () => {
    agent.start()
    await fake.until(() => fake.requests.some(({ path }) => path.endsWith('/claims')))
    let ended = 0
    fake.intercept = ({ path }) =>
      path.endsWith('/heartbeats') && ended++ === 0 ? { kind: 'answer', status: 409, code: 'session_ended' } : undefined

    await fake.until(() => fake.sessions.length === 2)
    const job = agent.backUp()
    await fake.until(() => job.result !== undefined)

    expect(fake.sessions.map((session) => session.sequence)).to.deep.equal([0, 1])
    expect(fake.sessions[0]?.boot_id).to.not.equal(fake.sessions[1]?.boot_id)
  })

  it('repeats the same request after a lost session response', async () => {
    let lost = 0
    fake.intercept = ({ path }) => (path.endsWith('/sessions') && lost++ === 0 ? { kind: 'lose-answer' } : undefined)

    agent.start()
    await fake.until(() => fake.sessions.length === 2)

    const [first, second] = fake.sessions
    expect(second).to.include({ boot_id: first?.boot_id, envelope_key: first?.envelope_key, sequence: first?.sequence })
  })

  it('waits for clearance when it counts as cloned', async () => {
    let refused = 0
    fake.intercept = ({ path }) =>
      path.endsWith('/sessions') && refused++ < 3 ? { kind: 'answer', status: 409, code: 'cloned' } : undefined

    agent.start()
    await fake.until(() => fake.sessions.length === 1)

    expect(agent.lines.filter((line) => line.includes('409'))).to.have.length(1)
  })

  it('exits when it was revoked', async () => {
    agent.start()
    await fake.until(() => fake.requests.some(({ path }) => path.endsWith('/heartbeats')))
    fake.revoked = true

    const how = await agent.end

    expect(how).to.equal('revoked')
  })

  it('finishes running jobs before it stops', async () => {
    device.set({ latencyMs: 100 })
    agent.start({ graceMs: 10_000 })
    const job = agent.backUp()
    await fake.until(() => device.loginsSeen.length > 0)
    agent.stopping.abort()

    const how = await agent.end

    expect(how).to.equal('stopped')
    expect(job.result?.outcome).to.equal('collected')
  })

  it('returns jobs that it cannot finish before it stops', async () => {
    device.set({ silentFromLine: 1 })
    agent.start()
    const job = agent.backUp()
    await fake.until(() => device.loginsSeen.length > 0)
    agent.stopping.abort()

    await agent.end

    expect(job.dropped).to.equal(true)
    expect(job.result).to.equal(undefined)
  })
})
