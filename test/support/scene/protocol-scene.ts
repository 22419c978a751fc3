import { randomUUIDv7 } from 'node:crypto'
import type { FailpointName } from '../../../service/domain/jobs/failpoint.ts'
import { Fingerprint } from '../../../service/store/models/fingerprint.ts'
import { type ScopedTransaction, inScope } from '../../../service/store/scope.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { type IosSimulator, startIosSimulator } from '../ios-simulator.ts'
import { jobSteps } from '../job-steps.ts'
import { type RealAgent, aRealAgent, eventually } from '../real-agent.ts'
import { type Customer, type TestService, must } from '../service.ts'

type Run = components['schemas']['Run']

export type ProtocolScene = Awaited<ReturnType<typeof createProtocolScene>>

/** Returns a tenant with one router, whose host key is approved, and real agents. */
export async function createProtocolScene(service: TestService) {
  const customer = await service.hasTenant()
  const operator = await customer.as('tenant_operator')
  const admin = await service.as('platform_admin')
  const router = await startIosSimulator()
  const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
  const device = await customer.hasDevice({
    hostname: '127.0.0.1',
    credential_id: credential.id,
    options: { ssh_port: router.port },
  })
  await approve(service, customer, device, router)
  const agents: RealAgent[] = []
  return {
    ...jobSteps(() => ({ service, customer, operator })),
    service,
    customer,
    operator,
    admin,
    router,
    device,
    /** Returns an enrolled agent. */
    async hasRealAgent() {
      const agent = await aRealAgent(service, customer)
      agents.push(agent)
      await agent.enroll()
      return agent
    },
    /** Returns the stored versions of all texts of the device, newest first. */
    async versions(): Promise<{ id: string; job_id: string }[]> {
      const artifacts = must(await operator.get(`/api/devices/${device.id}/artifacts`), 200)
      const lists = artifacts.map(async ({ id }: { id: string }) =>
        must(await operator.get(`/api/artifacts/${id}/versions`), 200),
      )
      return (await Promise.all(lists)).flat()
    },
    /** Returns the run once it has ended or waits for its next attempt. */
    over(runId: string): Promise<Run> {
      let seen: Run | undefined
      const said = () => JSON.stringify({ seen, agents: agents.map(({ said }) => said()) }, null, 2)
      return eventually(
        () => `run ${runId} is over: ${said()}`,
        async () => {
          seen = must(await operator.get(`/api/runs/${runId}`), 200) as Run
          return ['queued', 'running'].includes(seen.status) ? null : seen
        },
      )
    },
    rows: <T>(work: (trx: ScopedTransaction) => PromiseLike<T>) =>
      inScope(service.dependencies.knex, { kind: 'platform' }, work),
    async audited(action: string): Promise<{ outcome: string; detail: Record<string, unknown>; object_id: string }[]> {
      return must(await admin.get(`/api/audit?tenant=${customer.id}&action=${action}&limit=1000`), 200)
    },
    async close() {
      for (const agent of agents) agent.remove()
      await router.close()
    },
  }
}

/** Approves as a user after a comparison. */
async function approve(
  { dependencies }: TestService,
  customer: Customer,
  device: { id: string },
  router: IosSimulator,
) {
  const at = dependencies.now()
  await inScope(dependencies.knex, { kind: 'tenant', tenantId: customer.id }, (trx) =>
    Fingerprint.query(trx).insert({
      id: randomUUIDv7(),
      tenantId: customer.id,
      deviceId: device.id,
      kind: 'ssh_host_key',
      algorithm: router.hostKeyAlgorithm,
      host: '127.0.0.1',
      port: router.port,
      fingerprint: router.hostKeyFingerprint,
      status: 'approved',
      compared: true,
      firstSeenAt: at,
      lastSeenAt: at,
    }),
  )
}

/** Calls `act` the first time that the service reaches this failpoint; resolves after the call. */
export function onceAt(service: TestService, wanted: FailpointName, act: () => unknown): Promise<void> {
  return new Promise((resolve, reject) => {
    service.dependencies.failpoint = async (name) => {
      if (name !== wanted) return
      delete service.dependencies.failpoint
      try {
        await act()
      } finally {
        resolve()
      }
    }
    setTimeout(() => reject(new Error(`the service did not come to ${wanted}`)), 200_000).unref()
  })
}
