import { setTimeout as pause } from 'node:timers/promises'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { expect } from 'chai'
import { supervise } from '../../../agent/supervisor/supervise.ts'
import { startFakeService } from '../../support/fake-service.ts'

const jobs = 32
const heartbeatMs = 250

describe('an agent at full memory and CPU load', () => {
  it(`sends the heartbeats of all ${jobs} jobs on time`, async () => {
    const fake = await startFakeService()
    Object.assign(fake.intervals, { claim_wait_ms: 500, claim_give_up_ms: 2_000, heartbeat_ms: heartbeatMs })
    const stopping = new AbortController()
    let sequence = 0
    const end = supervise({
      baseUrl: fake.url,
      agentId: fake.agentId,
      tenantId: fake.tenantId,
      keySeed: fake.keySeed,
      serviceKey: fake.serviceKey,
      version: '1.2.3',
      concurrency: jobs,
      readSequence: () => sequence,
      storeSequence: (next) => void (sequence = next),
      log: () => undefined,
      stopping: stopping.signal,
      graceMs: 50,
      backoff: { floorMs: 5, ceilingMs: 20 },
      workers: 4,
      spawn: (options: WorkerOptions) => new Worker(new URL('./burning-worker.ts', import.meta.url), options),
    })
    const heard = () => fake.requests.filter(({ path, body }) => path === '/api/agent/heartbeats' && isOfAll(body))
    const held = Array.from({ length: jobs }, () => fake.queue({ port: 9, approved: 'SHA256:none' }))
    await fake.until(() => heard().length > 0)

    const lateMs: number[] = []
    for (let last = heard().length, at = performance.now(); lateMs.length < 20;) {
      await pause(10)
      if (heard().length === last) continue
      last = heard().length
      lateMs.push(performance.now() - at - heartbeatMs)
      at = performance.now()
    }
    stopping.abort()
    await end
    await fake.close()

    const sorted = lateMs.sort((a, b) => a - b)
    expect(sorted[Math.ceil(sorted.length * 0.99) - 1]).to.be.below(fake.intervals.lease_ms)
    expect(held.every(({ result }) => result === undefined)).to.equal(true)
  })
})

/** Excludes additional heartbeats, which contain only offers that are not started yet, possibly none. */
function isOfAll(body: unknown): boolean {
  return (body as { leases: unknown[] }).leases.length === jobs
}
