import { createArchiveKeeper } from '../../agent/archive/store-archive.ts'
import { collectDevice } from '../../agent/collect/collect.ts'
import type { CollectDependencies } from '../../agent/collect/device-collector.ts'
import type { CredentialSecrets, JobSpec } from '../../agent/job-spec.ts'
import type { RequestLimits } from '../../shared/platforms/requests.ts'
import { createMemoryChunks } from '../shared/repository/memory-chunks.ts'
import type { HttpsDevice } from './https-device.ts'
import { logTo } from './log-to.ts'

export const apiCredential = { username: 'backup', password: 'api-Secret1', api_token: 'api-Token2' }

/** Long enough for a busy machine; retries do not wait. */
export const apiLimits: RequestLimits = {
  idleMs: 8_000,
  totalMs: 30_000,
  maxBytes: 64 * 1024 * 1024,
  busyMs: 20,
  retryMs: 5,
}

export type CollectedRun = Awaited<ReturnType<typeof collectJob>>

interface JobFields {
  transport: 'api' | 'ssh'
  credential: CredentialSecrets
  host?: string
  port: number
  /** Of the approved host key or certificate. */
  fingerprint?: string
  options?: Record<string, unknown>
}

/** Returns a job that uses one transport of a device. */
export function jobSpec(
  platform: string,
  { transport, host = '127.0.0.1', options = {}, ...given }: JobFields,
): JobSpec {
  const ports = { ssh: 22, api: 443, [transport]: given.port }
  return {
    jobId: 'job',
    leaseId: '01930000-1111-7222-8333-444455556666',
    kind: 'backup',
    device: { id: 'device', name: 'edge-1', platform, host, ports, options },
    transports: [transport],
    credentials: { [transport]: given.credential },
    addressApproved: true,
    approved: { ssh: [], api: [], ...(given.fingerprint && { [transport]: [given.fingerprint] }) },
    rejected: [],
    posture: 'strict',
  }
}

/** Executes a run, from the job to what is stored. The error of a failed run contains its log. */
export async function collectJob(order: JobSpec, changes: Partial<CollectDependencies>) {
  const log: string[] = []
  try {
    const storeArchive = archiveKeeperOf(order, log)
    return { captured: await collectDevice(order, apiDeps(log, { storeArchive, ...changes })), log }
  } catch (failure) {
    throw Object.assign(failure as Error, { log })
  }
}

/** Executes a run over the API of a device whose certificate is approved. */
export function collectOverApi(
  device: HttpsDevice,
  platform: string,
  options: Record<string, unknown> = {},
  changes: Partial<CollectDependencies> = {},
): Promise<CollectedRun> {
  return collectJob(apiOrder(device, platform, options), changes)
}

export function apiOrder(device: HttpsDevice, platform: string, options: Record<string, unknown> = {}): JobSpec {
  const { host, port, fingerprint } = device
  return jobSpec(platform, { transport: 'api', credential: apiCredential, host, port, fingerprint, options })
}

/** Reads archives into memory and discards them. */
function archiveKeeperOf(order: JobSpec, log: string[]): CollectDependencies['storeArchive'] {
  const chunkIdKey = Buffer.alloc(32, 7)
  const target = { tenantId: 'tenant', repositoryPublicKey: Buffer.alloc(32), chunkIdKey }
  const { log: say, now } = apiDeps(log)
  const isNeeded = () => Promise.resolve(true)
  return createArchiveKeeper({ order, target }, { writer: createMemoryChunks(chunkIdKey), isNeeded, log: say, now })
}

export function apiDeps(log: string[], changes: Partial<CollectDependencies> = {}): CollectDependencies {
  return {
    openSsh: () => Promise.reject(new Error('SSH is not available here')),
    checkFingerprint: () => Promise.resolve('refused'),
    log: logTo(log),
    now: () => new Date(86_400_000),
    signal: new AbortController().signal,
    treeDependencies: () => Promise.reject(new Error('no tree is read here')),
    storeArchive: () => Promise.reject(new Error('no archive is read here')),
    storeText: () => {
      throw new Error('no text is long here')
    },
    requestLimits: apiLimits,
    ...changes,
  }
}
