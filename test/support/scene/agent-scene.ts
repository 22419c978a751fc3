import { Readable } from 'node:stream'
import { createArchiveKeeper, namedArchive } from '../../../agent/archive/store-archive.ts'
import type { CapturedText } from '../../../agent/collect/captured.ts'
import type { LeasedJob } from '../../../agent/leased-job.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import { treeFingerprintOf } from '../../../shared/agent-protocol/tree-fingerprint.ts'
import type { Device } from '../../../service/store/models/device.ts'
import { type HeldJob, anAgent } from '../fake-agent.ts'
import { type Customer, type TestService, must } from '../service.ts'
import { type TreeListing, writeTree } from './trees.ts'

export type AgentScene = Awaited<ReturnType<typeof createAgentScene>>

/** The output of a load balancer in one run. */
export interface ArchiveRun {
  scf: string
  form?: string
  ucs: Buffer
  /** Changes the result before it is sent, to simulate a faulty agent. */
  alter?: (artifacts: ResultArtifact[]) => ResultArtifact[]
}

type ResultArtifact = components['schemas']['ResultArtifact']

/** Returns a tenant with complete backups: sent by an agent, through packs and a commit, with their manifests. */
export async function createAgentScene(service: TestService, slug?: string) {
  const customer = await service.hasTenant(slug)
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
    hasBalancer: () => hasDevice('lbco_bigip', {}),
    hasServer: () => hasDevice('linux_server', { paths: ['/etc'] }),

    /** Executes a run with these texts. @returns the run's status */
    async backUpTexts(deviceId: string, texts: Record<string, string>): Promise<string> {
      service.advance(60_000)
      const job = await start(deviceId)
      const checked = await agent.check(job, texts)
      const needed = checked.body.artifacts.filter(({ state }: { state: string }) => state === 'needed')
      const wanted = needed.map(({ key }: { key: string }) => [key, texts[key]])
      const captured = await agent.capture(job, Object.fromEntries(wanted))
      return must(await agent.result(job, { artifacts: captured }), 200).status
    },

    /**
     * Executes a run with a text and an archive, stored as by the agent; the text in the form that `form` names.
     * @returns the run's status, and whether the service requested the archive
     */
    async backUpArchive(deviceId: string, { scf, form, ucs, alter = (artifacts) => artifacts }: ArchiveRun) {
      service.advance(60_000)
      const job = await start(deviceId)
      const writer = agent.writer(job)
      const { chunkIdKey, repositoryPublicKey, device } = job.order
      const [text] = await agent.capture(job, { scf })
      let isNeeded = false
      const storeArchive = createArchiveKeeper(
        {
          order: { device: { platform: device.platform } } as LeasedJob['order'],
          target: {
            tenantId: customer.id,
            chunkIdKey: Buffer.from(chunkIdKey, 'base64'),
            repositoryPublicKey: Buffer.from(repositoryPublicKey, 'base64'),
          },
        },
        {
          writer,
          isNeeded: async (named) => (isNeeded = await agent.isNeeded(job, named)),
          log: () => undefined,
          now: service.dependencies.now,
        },
      )
      const companion: CapturedText = {
        kind: 'text',
        key: 'scf',
        transport: 'ssh',
        raw: Buffer.from(scf),
        metadata: {},
        capturedAt: service.dependencies.now(),
      }
      const archive = await storeArchive({
        key: 'ucs',
        transport: 'ssh',
        isRepeatable: true,
        companion,
        open: () => Readable.from([ucs]),
      })
      await writer.flush()
      const state = archive.stored ? ('captured' as const) : ('unchanged' as const)
      const artifacts = alter([text!, { ...namedArchive(archive), state, ...archive.stored }])
      const report = {
        artifacts: {
          'scf/ssh': { metadata: form === undefined ? {} : { form } },
          'ucs/ssh': { metadata: archive.metadata },
        },
      }
      const { status } = must(await agent.result(job, { artifacts, report }), 200)
      return { status: status as string, isNeeded }
    },

    /** Executes a run with this tree; first checks whether the service needs it, as an agent does. */
    async backUpTree(deviceId: string, entries: TreeListing): Promise<string> {
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
      const isNeeded = await agent.isNeeded(job, named)
      if (isNeeded) await sending.flush()
      const artifact = isNeeded
        ? { ...named, state: 'captured' as const, root }
        : { ...named, state: 'unchanged' as const }
      return must(await agent.result(job, { artifacts: [artifact] }), 200).status
    },
  }
}
