import { type SuperviseSettings, supervise } from '../../../agent/supervisor/supervise.ts'
import type { FakeJob } from '../../support/fake-job.ts'
import { type FakeService, startFakeService } from '../../support/fake-service.ts'
import { type IosSimulator, startIosSimulator } from '../../support/ios-simulator.ts'

/** An agent's supervisor in this process, with a fake service that queues jobs for one simulated device. */
export interface Supervised {
  fake: FakeService
  device: IosSimulator
  stopping: AbortController
  /** Its log lines. */
  lines: string[]
  /** The last value that it stored. */
  sequence: number
  /** The clock of a supervisor started with `now: () => agent.steadyMs`. */
  steadyMs: number
  end: Promise<string>
  start(changes?: Partial<SuperviseSettings>): void
  backUp(changes?: Partial<Parameters<FakeService['queue']>[0]>): FakeJob
  /** Stops the supervisor and closes the service and the device. */
  close(): Promise<void>
}

export async function openSupervised(): Promise<Supervised> {
  const [fake, device] = await Promise.all([startFakeService(), startIosSimulator()])
  Object.assign(fake.intervals, { claim_wait_ms: 500, claim_give_up_ms: 2_000, heartbeat_ms: 100 })
  const agent: Supervised = {
    fake,
    device,
    stopping: new AbortController(),
    lines: [],
    sequence: 0,
    steadyMs: 0,
    end: Promise.resolve(''),
    start(changes = {}) {
      agent.end = supervise({
        baseUrl: fake.url,
        agentId: fake.agentId,
        tenantId: fake.tenantId,
        keySeed: fake.keySeed,
        serviceKey: fake.serviceKey,
        version: '1.2.3',
        concurrency: 10,
        readSequence: () => agent.sequence,
        storeSequence: (next) => void (agent.sequence = next),
        log: (level, line) => void agent.lines.push(`${level} ${line}`),
        stopping: agent.stopping.signal,
        graceMs: 50,
        backoff: { floorMs: 5, ceilingMs: 20 },
        workers: 1,
        ...changes,
      })
    },
    backUp: (changes) => fake.queue({ port: device.port, approved: device.hostKeyFingerprint, ...changes }),
    async close() {
      agent.stopping.abort()
      await agent.end
      await Promise.all([fake.close(), device.close()])
    },
  }
  return agent
}
