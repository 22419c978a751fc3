import type { Job } from '../../service/store/models/job.ts'
import { jobSteps } from './job-steps.ts'
import { createRestorableVersion } from './scene/restorable.ts'
import { type HeldJob, type ResultFields, anAgent } from './fake-agent.ts'
import { type TestService, must } from './service.ts'
import { shortIntervals } from './short-intervals.ts'

export type RestoreDesk = Awaited<ReturnType<typeof aRestoreDesk>>

export const phrase = { confirm: 'LOAD OVERRIDE' }

/** Returns a tenant whose users request restores, and an agent that executes them. */
export async function aRestoreDesk(service: TestService) {
  service.dependencies.intervals = shortIntervals
  const customer = await service.hasTenant()
  return {
    service,
    customer,
    operator: await customer.as('tenant_operator'),
    admin: await customer.as('tenant_admin'),
    platform: await service.as('platform_admin'),
    agent: await anAgent(service, customer),
  }
}

/** Common steps of tests of restores. `desk` is called by each step, so that each test can have its own. */
export function restoreSteps(desk: () => RestoreDesk) {
  const steps = jobSteps(desk)
  const ask = (versionId: string, body: object = phrase) =>
    desk().admin.post(`/api/artifacts/versions/${versionId}/restore`, body)
  const found = (state: string, more: object = {}) =>
    ({ outcome: 'restore', restore: { state, ...more } }) as ResultFields
  const end = async (job: HeldJob, fields: ResultFields) => (await desk().agent.result(job, fields)).body.status

  /** Returns a restore that an agent has started, of a router with one version. */
  async function begun(body: object = phrase) {
    const { service, customer, agent } = desk()
    const { device, version } = await createRestorableVersion(service, customer)
    const run = must(await ask(version.id, body), 202)
    return { device, version, id: run.id as string, job: await agent.startJob() }
  }

  return {
    ...steps,
    ask,
    found,
    end,
    begun,
    confirm: (deviceId: string) => desk().admin.post(`/api/devices/${deviceId}/restore/confirm`),
    offered: async () => desk().agent.open(await desk().agent.claim()),

    followers: async (restoreId: string): Promise<Job[]> =>
      steps.asPlatform((trx) =>
        trx('jobs').where({ restore_id: restoreId }).orderBy('queued_at').select('id', 'kind', 'status'),
      ),

    async begin(jobs: HeldJob[]) {
      await desk().agent.heartbeat(jobs)
      return jobs[0]!
    },

    /** Returns a restore that was committed a minute ago. */
    async committed(body: object = phrase) {
      const given = await begun(body)
      const { service } = desk()
      const at = service.dependencies.now().toISOString()
      service.advance(60_000)
      await end(given.job, found('pending', { committed_at: at }))
      return given
    },

    async audited(action: string): Promise<{ actor: string; outcome: string; detail: Record<string, unknown> }[]> {
      const { platform, customer } = desk()
      return must(await platform.get(`/api/audit?tenant=${customer.id}&action=${action}`), 200)
    },
  }
}
