import { createArchiveKeeper } from '../../../agent/archive/store-archive.ts'
import type { Captured } from '../../../agent/collect/captured.ts'
import { collectDevice } from '../../../agent/collect/collect.ts'
import type { CollectDependencies } from '../../../agent/collect/device-collector.ts'
import type { CheckedArtifact } from '../../../agent/job-link.ts'
import type { JobSpec } from '../../../agent/job-spec.ts'
import type { LeasedJob } from '../../../agent/leased-job.ts'
import { openSsh } from '../../../agent/sessions/ssh.ts'
import { createMemoryChunks } from '../../shared/repository/memory-chunks.ts'
import { loginSecret, testLimits } from '../../support/open-simulator.ts'
import { logTo } from '../../support/log-to.ts'

export const chunkIdKey = Buffer.alloc(32, 7)
export const leaseId = '01930000-1111-7222-8333-444455556666'

export interface BigipRun {
  captured: Captured
  log: string
  chunks: ReturnType<typeof createMemoryChunks>
  /** Archives about which the service was asked before they were stored. */
  asked: CheckedArtifact[]
}

export interface BigipPlace {
  ssh?: { port: number; hostKeyFingerprint: string }
  api?: { port: number; fingerprint: string; host: string }
}

/** Executes a run against a unit, and stores what it sends in memory. */
export async function collectFromBigip(
  { ssh, api }: BigipPlace,
  run: {
    options?: Record<string, unknown>
    /** The fingerprints that the service already has. */
    known?: string[]
    dependencies?: Partial<CollectDependencies>
  } = {},
): Promise<BigipRun> {
  const lines: string[] = []
  const asked: CheckedArtifact[] = []
  const chunks = createMemoryChunks(chunkIdKey)
  const order: JobSpec = {
    jobId: 'job',
    leaseId,
    kind: 'backup',
    device: {
      id: 'device',
      name: 'lb-1',
      platform: 'lbco_bigip',
      host: api?.host ?? '127.0.0.1',
      ports: { ssh: ssh?.port ?? 22, api: api?.port ?? 443 },
      options: run.options ?? {},
    },
    transports: api ? ['api'] : ['ssh'],
    credentials: {
      ssh: { username: 'backup', password: loginSecret },
      api: { username: 'backup', password: loginSecret },
    },
    addressApproved: true,
    approved: { ssh: ssh ? [ssh.hostKeyFingerprint] : [], api: api ? [api.fingerprint] : [] },
    rejected: [],
    posture: 'strict',
  }
  const job: LeasedJob = {
    order,
    target: { tenantId: 'tenant', repositoryPublicKey: Buffer.alloc(32), chunkIdKey },
  }
  const log = logTo(lines)
  const now = () => new Date(86_400_000)
  try {
    const captured = await collectDevice(order, {
      openSsh,
      checkFingerprint: () => Promise.resolve('refused'),
      log,
      now,
      signal: new AbortController().signal,
      treeDependencies: () => Promise.reject(new Error('no tree is read here')),
      storeText: () => {
        throw new Error('no text is long here')
      },
      storeArchive: createArchiveKeeper(job, {
        writer: chunks,
        isNeeded: (named) => {
          asked.push(named)
          return Promise.resolve(!run.known?.includes(named.normalised_fingerprint))
        },
        log,
        now,
      }),
      shellLimits: testLimits,
      ...run.dependencies,
    })
    return { captured, log: lines.join('\n'), chunks, asked }
  } catch (failure) {
    throw Object.assign(failure as Error, { log: lines.join('\n') })
  }
}
