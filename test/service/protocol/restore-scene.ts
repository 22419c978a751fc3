import { randomUUIDv7 } from 'node:crypto'
import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { Fingerprint } from '../../../service/store/models/fingerprint.ts'
import { inScope } from '../../../service/store/scope.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { type ManualClock, manualClock } from '../../support/fake-clock.ts'
import { jobSteps } from '../../support/job-steps.ts'
import { type JunosDevice, createJunosDevice } from '../../support/junos-device.ts'
import { startJunosSimulator } from '../../support/junos-simulator.ts'
import { type RealAgent, aRealAgent, eventually } from '../../support/real-agent.ts'
import { type Client, type Customer, type TestService, must } from '../../support/service.ts'
import type { ShellFaults } from '../../support/shell-device.ts'
import type { SshSimulator } from '../../support/ssh-simulator.ts'

type Run = components['schemas']['Run']

/** The router's configuration when it was backed up, and its current one. */
export const backedUp = `version 22.4R3;
system {
    host-name r1;
    root-authentication {
        encrypted-password "$6$salt$hash"; ## SECRET-DATA
    }
    name-server {
        192.0.2.53;
    }
}
`
export const runsNow = backedUp.replace('192.0.2.53', '192.0.2.1')

/** A Junos router with a backup of its earlier configuration, in an installation that allows restores. */
export interface RestoreScene extends ReturnType<typeof jobSteps> {
  service: TestService
  customer: Customer
  admin: Client
  /** The device's own clock, which its timer of a confirmed commit uses. */
  clock: ManualClock
  router: JunosDevice
  simulator: SshSimulator
  deviceId: string
  versionId: string
  hasRealAgent(url?: string): Promise<RealAgent>
  restore(): Promise<Run>
  confirm(): Promise<Run>
  /** Resolves once the run has one of these statuses. */
  becomes(runId: string, ...statuses: Run['status'][]): Promise<Run>
  followers(runId: string): Promise<Run[]>
  /** @returns a device on which a backup hangs, because it sends nothing */
  hasSilentDevice(): Promise<string>
  /** Calls `act` when the router receives this line, before it executes it. */
  whenTyped(line: string, act: () => void): void
  contentOfLatest(): Promise<string>
  close(): Promise<void>
}

export async function aRestoreScene(service: TestService, faults: Partial<ShellFaults> = {}): Promise<RestoreScene> {
  const customer = await service.hasTenant()
  const admin = await customer.as('tenant_admin')
  const platform = await service.as('platform_admin')
  for (const level of ['platform?', `customer?tenant=${customer.id}`]) {
    must(await platform.put(`/api/restore/policy/${level}`, { restore_policy: 'allow' }), 200)
  }
  const clock = manualClock()
  const router = createJunosDevice({ text: backedUp, clock })
  const simulator = await startJunosSimulator(router, { faults })
  const credential = await customer.hasCredential({ username: 'backup', password: 'login-Secret1' })
  const { id: deviceId } = await customer.hasDevice({
    platform: 'routeco_junos',
    hostname: '127.0.0.1',
    credential_ssh_id: credential.id,
    transport_pref: 'ssh',
    options: { ssh_port: simulator.port },
  })
  await approve(service, customer, deviceId, simulator)
  const agents: RealAgent[] = []
  const silents: net.Server[] = []
  const steps = jobSteps(() => ({ service, customer, operator: admin }))

  const scene: RestoreScene = {
    ...steps,
    service,
    customer,
    admin,
    clock,
    router,
    simulator,
    deviceId,
    versionId: '',
    async hasRealAgent(url) {
      const agent = await aRealAgent(service, customer, url)
      agents.push(agent)
      await agent.enroll()
      return agent
    },
    restore: async () =>
      must(await admin.post(`/api/artifacts/versions/${scene.versionId}/restore`, { confirm: 'LOAD OVERRIDE' }), 202),
    confirm: async () => must(await admin.post(`/api/devices/${deviceId}/restore/confirm`), 202),
    becomes: (runId, ...statuses) =>
      eventually(`run ${runId} is ${statuses.join(' or ')}`, async () => {
        const run: Run = await steps.runOf(runId)
        return statuses.includes(run.status) ? run : null
      }),
    async followers(runId) {
      const runs: Run[] = must(await admin.get(`/api/runs?device_id=${deviceId}&limit=100`), 200)
      return runs.filter(({ kind, restore }) => kind !== 'restore' && restore?.run_id === runId)
    },
    async hasSilentDevice() {
      const silent = net.createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      silents.push(silent)
      const { port } = silent.address() as AddressInfo
      const options = { ssh_port: port }
      const reached = { hostname: '127.0.0.1', credential_ssh_id: credential.id, options }
      return (await customer.hasDevice({ platform: 'netco_iosxe', transport_pref: 'ssh', ...reached })).id
    },
    whenTyped(line, act) {
      const { commandsSeen } = simulator
      const push = commandsSeen.push.bind(commandsSeen)
      commandsSeen.push = (...typed: string[]) => {
        if (typed.some((one) => one.startsWith(line))) act()
        return push(...typed)
      }
    },
    async contentOfLatest() {
      const artifacts = must(await admin.get(`/api/devices/${deviceId}/artifacts`), 200)
      const { id } = artifacts.find(({ key }: { key: string }) => key === 'configuration-conf')
      const [latest] = must(await admin.get(`/api/artifacts/${id}/versions`), 200)
      return (await admin.get(`/api/artifacts/versions/${latest.id}/content`)).bytes.toString()
    },
    async close() {
      for (const agent of agents) agent.remove()
      for (const silent of silents) silent.close()
      await simulator.close()
    },
  }
  scene.versionId = await backUp(scene)
  change(router, runsNow)
  return scene
}

/** Executes a complete backup by the agent. @returns the version of its configuration */
async function backUp(scene: RestoreScene): Promise<string> {
  const agent = (await scene.hasRealAgent()).run()
  const { id } = await scene.trigger(scene.deviceId)
  const run = await scene.becomes(id, 'succeeded', 'failed', 'partial')
  await agent.stop()
  const version = run.artifacts.find(({ key }) => key === 'configuration-conf')?.version_id
  if (!version) throw new Error(`the backup is ${run.status}: ${run.error}`)
  return version
}

/** Commits a user's change on the device. */
export function change(router: JunosDevice, text: string): void {
  const entered = router.edit('alice', true)
  if ('refused' in entered) throw new Error(entered.refused)
  entered.editor.load(text, 'terminal')
  entered.editor.commit()
  entered.editor.leave()
}

async function approve(
  { dependencies }: TestService,
  { id: tenantId }: Customer,
  deviceId: string,
  simulator: SshSimulator,
) {
  const at = dependencies.now()
  await inScope(dependencies.knex, { kind: 'tenant', tenantId }, (trx) =>
    Fingerprint.query(trx).insert({
      id: randomUUIDv7(),
      tenantId,
      deviceId,
      kind: 'ssh_host_key',
      algorithm: simulator.hostKeyAlgorithm,
      host: '127.0.0.1',
      port: simulator.port,
      fingerprint: simulator.hostKeyFingerprint,
      status: 'approved',
      compared: true,
      firstSeenAt: at,
      lastSeenAt: at,
    }),
  )
}
