import { treeFingerprintOf } from '../../shared/agent-protocol/tree-fingerprint.ts'
import type { Device } from '../../service/store/models/device.ts'
import { type HeldJob, type ScriptedAgent, anAgent } from './scripted-agent.ts'
import { type Client, type Customer, type TestService, must } from './service.ts'
import { type TreeListing, writeTree } from './stored-backups.ts'

/** A customer whose backups came all the way: from an agent, through packs and a commit, with their manifests. */
export interface BackedUpCustomer extends Customer {
  agent: ScriptedAgent
  admin: Client
  hasRouter(): Promise<string>
  hasServer(): Promise<string>
  /** A whole run that brings these texts. @returns the run's status */
  backUpTexts(deviceId: string, texts: Record<string, string>): Promise<string>
  /** A whole run that brings this tree; asks first whether it is needed, as an agent does. */
  backUpTree(deviceId: string, entries: TreeListing): Promise<string>
}

export async function backedUpCustomer(service: TestService, slug?: string): Promise<BackedUpCustomer> {
  const customer = await service.hasCustomer(slug)
  const agent = await anAgent(service, customer)
  const admin = await service.as('platform_admin')
  const credential = await customer.hasCredential()

  async function start(deviceId: string): Promise<HeldJob> {
    must(await admin.post(`/api/backups/trigger?tenant=${customer.id}`, { device_ids: [deviceId] }), 202)
    return agent.startJob()
  }

  async function hasDevice(platform: Device['platform'], options: object): Promise<string> {
    const fields = { platform, options, credential_id: credential.id } as Parameters<Customer['hasDevice']>[0]
    return (await customer.hasDevice(fields)).id
  }

  return {
    ...customer,
    agent,
    admin,
    hasRouter: () => hasDevice('netco_iosxe', {}),
    hasServer: () => hasDevice('linux_server', { paths: ['/etc'] }),

    async backUpTexts(deviceId, texts) {
      service.advance(60_000)
      const job = await start(deviceId)
      const checked = await agent.check(job, texts)
      const needed = checked.body.artifacts.filter(({ state }: { state: string }) => state === 'needed')
      const wanted = needed.map(({ key }: { key: string }) => [key, texts[key]])
      const captured = await agent.capture(job, Object.fromEntries(wanted))
      return must(await answerOf(agent.result(job, { artifacts: captured })), 200).status
    },

    async backUpTree(deviceId, entries) {
      service.advance(60_000)
      const job = await start(deviceId)
      const sending = agent.writer(job)
      const writer = { put: sending.put, flush: async () => undefined }
      const { root, identity } = await writeTree(writer, entries)
      const fingerprint = treeFingerprintOf(Buffer.from(job.order.chunkIdKey, 'base64'), identity)
      const named = {
        key: 'filetree',
        transport: 'ssh' as const,
        fingerprint,
        normalised_fingerprint: fingerprint,
        normaliser_revision: 0,
      }
      const path = `/api/agent/jobs/${job.jobId}/artifacts/check`
      const checked = await agent.send('POST', path, { lease_id: job.leaseId, artifacts: [named] })
      const isNeeded = checked.body.artifacts[0].state === 'needed'
      if (isNeeded) await sending.flush()
      const artifact = isNeeded
        ? { ...named, state: 'captured' as const, root }
        : { ...named, state: 'unchanged' as const }
      return must(await answerOf(agent.result(job, { artifacts: [artifact] })), 200).status
    },
  }
}

async function answerOf(sent: ReturnType<ScriptedAgent['result']>) {
  const { status, body } = await sent
  return { status, body, headers: new Headers(), bytes: Buffer.alloc(0) }
}
