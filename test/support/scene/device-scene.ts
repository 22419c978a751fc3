import { defaultIntervals } from '../../../shared/agent-protocol/intervals.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { finishedRun } from '../finished-runs.ts'
import { aRealAgent, eventually } from '../real-agent.ts'
import { must, startTestService } from '../service.ts'

type Schemas = components['schemas']

export type DeviceScene = Awaited<ReturnType<typeof createDeviceScene>>

/** Returns a service and a customer, whose agent runs in this process and reaches simulated devices over SSH. */
export async function createDeviceScene(slug?: string) {
  const service = await startTestService()
  service.dependencies.intervals = { ...defaultIntervals, heartbeat_ms: 200, claim_wait_ms: 1_000 }
  const customer = await service.hasTenant(slug)
  const admin = await customer.as('tenant_admin')
  const agent = await aRealAgent(service, customer)
  await agent.enroll()
  const running = agent.run()
  return {
    service,
    customer,
    admin,

    /** Adds a device of a built-in platform, which a simulator answers for. */
    async hasSimulated(
      { port }: { port: number },
      { options, ...fields }: Partial<Schemas['NewDevice']> = {},
    ): Promise<Schemas['Device']> {
      const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
      const reached = { hostname: '127.0.0.1', credential_id: credential.id, options: { ssh_port: port, ...options } }
      return customer.hasDevice({ platform: 'cisco_ios', ...reached, ...fields } as Schemas['NewDevice'])
    },

    /** Runs a document on a device without storing anything, as soon as the agent is online. */
    async tryDocument(
      document: string,
      device: { id: string },
      more: object = {},
    ): Promise<{ run: Schemas['Run']; dryRun: Schemas['DryRun'] }> {
      const begun = await eventually('an agent is online', async () => {
        const answer = await admin.post(`/api/platforms/${document}/try`, { device_id: device.id, ...more })
        return answer.body.code === 'no_agent' ? undefined : answer
      })
      const run = await finishedRun(admin, must(begun, 202).id)
      return { run, dryRun: must(await admin.get(`/api/runs/${run.id}/dry-run`), 200) }
    },

    async close(): Promise<void> {
      await running.stop()
      await service.close()
      agent.remove()
    },
  }
}
