import { randomBytes, randomUUID } from 'node:crypto'
import type { JobEnvelope } from '../../shared/agent-protocol/envelope.ts'
import type { ReportedLine, ReportedResult } from '../../shared/agent-protocol/report.ts'
import type { components } from '../../shared/contract/api-types.ts'
import { platformById } from '../../shared/platforms/registry.ts'

type Schemas = components['schemas']

/** A job of a fake service. */
export type FakeJob = ReturnType<typeof createFakeJob>

export interface FakeJobOptions {
  kind?: Schemas['RunKind']
  port: number
  password?: string
  platform?: string
  options?: Record<string, unknown>
  /** Fingerprint of the approved host key. */
  approved?: string
  deadlineMs?: number
}

/** Returns a queued job for a device at this loopback port. */
export function createFakeJob(
  {
    kind = 'backup',
    port,
    password = 'login-Secret1',
    platform = 'netco_iosxe',
    options = {},
    approved,
    deadlineMs = 0,
  }: FakeJobOptions,
  { repositoryPublicKey, chunkIdKey }: { repositoryPublicKey: Buffer; chunkIdKey: Buffer },
) {
  const host = '127.0.0.1'
  return {
    jobId: randomUUID(),
    leaseId: randomUUID(),
    kind,
    deadlineMs,
    state: 'queued' as 'queued' | 'offered' | 'running' | 'ended',
    /** The state that heartbeats report. */
    heartbeat: 'held' as 'held' | 'cancel' | 'lost',
    offered: 0,
    claimId: undefined as string | undefined,
    result: undefined as Schemas['JobResult'] | undefined,
    report: undefined as ReportedResult | undefined,
    log: [] as ReportedLine[],
    dropped: false,
    envelope: {
      device: { id: randomUUID(), name: 'edge-1', platform, host, ports: { ssh: port, api: 443 }, options },
      transports: ['ssh'],
      credentials: { ssh: { username: 'backup', password } },
      addressApproved: true,
      rejectedFingerprints: [],
      approvedFingerprints: approved ? [{ kind: 'ssh_host_key', host, port, fingerprint: approved }] : [],
      posture: 'strict',
      normaliserRevision: platformById(platform)?.normalise?.revision ?? 0,
      repositoryPublicKey: repositoryPublicKey.toString('base64'),
      chunkIdKey: chunkIdKey.toString('base64'),
      reportKey: randomBytes(32).toString('base64'),
      labMode: false,
    } as JobEnvelope,
  }
}
