import type { WorkerOptions } from 'node:worker_threads'
import { expect } from 'chai'
import { startWorker } from '../../../agent/supervisor/start-worker.ts'
import type { FakeService } from '../../support/fake-service.ts'
import { supportWorker, watchedWorker } from './support-worker.ts'
import { type Supervised, openSupervised } from './supervised.ts'

describe('the supervisor and its workers', () => {
  let fake: FakeService
  let agent: Supervised

  beforeEach(async () => {
    agent = await openSupervised()
    fake = agent.fake
  })
  afterEach(() => agent.close())

  /**
   * Opens two jobs with workers that hang; the one with a limit of a minute then exceeds it and is killed because it
   * does not stop.
   */
  async function passDeadline() {
    const { spawn, seen } = watchedWorker('hung-worker')
    Object.assign(fake.intervals, { fence_ms: 3_600_000, lease_ms: 3_601_500 }) // killed 500 ms after the stop request
    agent.start({ spawn, now: () => agent.steadyMs })
    await fake.until(() => seen.opened === 2)
    agent.steadyMs += 60_000
    await fake.until(() => seen.stopped === 1)
    agent.steadyMs += 500
  }

  it('kills a worker that hangs at its deadline, fails that job and returns the others', async () => {
    const hung = agent.backUp({ deadlineMs: 60_000 })
    const other = agent.backUp()
    await passDeadline()

    await fake.until(() => hung.result !== undefined && other.dropped)

    expect(hung.result).to.include({ outcome: 'failed', error_code: 'deadline_exceeded' })
    expect(hung.report?.error).to.contain('deadline')
    expect(other.result).to.equal(undefined)
  })

  it('does not kill a restore because another job hangs', async () => {
    const restore = agent.backUp({ kind: 'restore' })
    const hung = agent.backUp({ deadlineMs: 60_000 })
    await passDeadline()

    await fake.until(() => hung.result !== undefined)
    const before = fake.requests.length
    await fake.until(() => fake.requests.length > before + 10)

    expect([restore.dropped, restore.state]).to.deep.equal([false, 'running'])
  })

  it('finishes an irreversible step after its session ended, before starting another', async () => {
    let began = 0
    fake.intercept = ({ path }) => {
      if (path.endsWith('/sessions') && ++began > 1) agent.lines.push('another session')
      const isOver = path.endsWith('/heartbeats') && began === 1 && agent.lines.includes('warn it commits')
      return isOver ? { kind: 'answer', status: 409, code: 'session_ended' } : undefined
    }
    agent.backUp({ kind: 'restore' })
    agent.start({ spawn: supportWorker('committing-worker') })

    await fake.until(() => agent.lines.includes('another session'))

    const expected = ['session is over', 'it is committed', 'another session']
    const logged = agent.lines.map((line) => expected.find((event) => line.includes(event))).filter(Boolean)
    expect(logged).to.deep.equal(expected)
  })

  it('terminates an idle worker, and starts another on demand', async () => {
    let started = 0
    const gone = Promise.withResolvers<void>()
    const spawn = (options: WorkerOptions) => {
      started++
      const worker = startWorker(options)
      worker.once('exit', () => gone.resolve())
      return worker
    }
    agent.start({ spawn, pingMs: 20, idleMs: 50 })
    const first = agent.backUp()
    await fake.until(() => first.result !== undefined)

    await gone.promise
    const second = agent.backUp()
    await fake.until(() => second.result !== undefined)

    expect(started).to.equal(2)
    expect(first.dropped).to.equal(false)
  })

  it('kills a worker whose event loop hangs, and returns all its jobs', async () => {
    agent.start({ spawn: supportWorker('hung-worker'), pingMs: 50, silentMs: 300 })
    const jobs = [agent.backUp(), agent.backUp()]

    await fake.until(() => jobs.every(({ dropped }) => dropped))

    expect(agent.lines.join('\n')).to.contain('a collector worker hangs')
  })
})
