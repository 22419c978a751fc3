import type { EnvelopePlace, JobEnvelope } from '../shared/agent-protocol/envelope.ts'
import type { JobOrder } from './job-order.ts'
import type { RepositoryTarget } from './repository/chunk-writer.ts'

/** A job as the runner has it: what to do, and for whose repository. */
export interface LeasedJob {
  order: JobOrder
  target: RepositoryTarget
}

/** What an opened envelope says, in the words of the collectors. */
export function leasedJobOf({ jobId, kind, tenantId }: EnvelopePlace, envelope: JobEnvelope): LeasedJob {
  const { device, transports, credentials, approvedFingerprints, posture } = envelope
  const isOfDevice = (host: string, port: number) => host === device.host && port === device.ports.ssh
  return {
    order: {
      jobId,
      kind: kind === 'test' ? 'test' : 'backup',
      device: {
        id: device.id,
        name: device.name,
        platform: device.platform,
        host: device.host,
        options: { ...device.options, ssh_port: device.ports.ssh },
      },
      transports,
      credentials,
      approvedHostKeys: approvedFingerprints
        .filter(({ kind, host, port }) => kind === 'ssh_host_key' && isOfDevice(host, port))
        .map(({ fingerprint }) => fingerprint),
      posture,
    },
    target: {
      tenantId,
      repositoryPublicKey: Buffer.from(envelope.repositoryPublicKey, 'base64'),
      chunkIdKey: Buffer.from(envelope.chunkIdKey, 'base64'),
    },
  }
}
