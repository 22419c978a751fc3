import { type EndedCounts, endAbandonedJobs } from '../../service/domain/jobs/end-abandoned-jobs.ts'
import { type QueueCounts, queueDueBackups } from '../../service/domain/jobs/schedules/queue-due-backups.ts'
import { type ScopedTransaction, inScope } from '../../service/store/scope.ts'
import type { HeldJob, FakeAgent } from './fake-agent.ts'
import type { AgentAnswer } from './fake-exchange.ts'
import { type Answer, type Client, type Customer, type TestService, must } from './service.ts'
import { jobKinds } from '../../service/domain/jobs/kinds/registry.ts'
import { systemTransactions } from './system-transactions.ts'

type Body = Answer['body']

interface Scene {
  service: TestService
  customer: Customer
  operator: Client
}

/** Common steps of tests of jobs. `scene` is called by each step, so that each test can have its own. */
export function jobSteps(scene: () => Scene) {
  const steps = {
    /** Adds a device with a credential. */
    async hasDevice(fields: Parameters<Customer['hasDevice']>[0] = {}) {
      const { customer } = scene()
      const credential = await customer.hasCredential({ username: 'backup', password: 'sesame-1234' })
      return customer.hasDevice({ credential_id: credential.id, ...fields })
    },

    async trigger(deviceId: string): Promise<Body> {
      return must(await scene().operator.post('/api/backups/trigger', { device_ids: [deviceId] }), 202)[0]
    },

    async runOf(id: string): Promise<Body> {
      return must(await scene().operator.get(`/api/runs/${id}`), 200)
    },

    async deviceOf(id: string): Promise<Body> {
      return must(await scene().operator.get(`/api/devices/${id}`), 200)
    },

    asPlatform<T>(work: (trx: ScopedTransaction) => PromiseLike<T>): Promise<T> {
      return inScope(scene().service.dependencies.knex, { kind: 'platform' }, work)
    },

    /** Runs the reaper once, at the service's time. */
    reapNow(): Promise<EndedCounts> {
      return endAbandonedJobs(systemTransactions(scene().service.dependencies), {
        everyMs: 5_000,
        resultGraceMs: 600_000,
        timeZone: 'UTC',
        kinds: jobKinds,
      })
    },

    /** Runs the scheduler once, at the service's time and with its settings. */
    queueDueNow(): Promise<QueueCounts> {
      const { dependencies } = scene().service
      return queueDueBackups(systemTransactions(dependencies), dependencies.settings)
    },

    /** Executes a run of one device with these texts. */
    async backUp(
      agent: FakeAgent,
      deviceId: string,
      texts: Record<string, string>,
    ): Promise<{ id: string; job: HeldJob; answer: AgentAnswer; run: Body }> {
      const { id } = await steps.trigger(deviceId)
      const job = await agent.startJob()
      const answer = await agent.result(job, { artifacts: await agent.capture(job, texts) })
      return { id, job, answer, run: await steps.runOf(id) }
    },
  }
  return steps
}
