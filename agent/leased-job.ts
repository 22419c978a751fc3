import type { EnvelopeBinding, JobEnvelope } from '../shared/agent-protocol/envelope.ts'
import type { Transport } from '../shared/platforms/platform.ts'
import type { JobKind, JobSpec } from './job-spec.ts'
import type { RepositoryTarget } from './repository/pack-sender.ts'

/** A job as the runner executes it: its specification and the keys of its repository. */
export interface LeasedJob {
  order: JobSpec
  target: RepositoryTarget
}

/** Converts an opened envelope to a job. */
export function leasedJobOf({ jobId, leaseId, kind, tenantId }: EnvelopeBinding, envelope: JobEnvelope): LeasedJob {
  const { device, transports, credentials, approvedFingerprints, posture } = envelope
  const { addressApproved, rejectedFingerprints } = envelope
  const approvedFor = (path: Transport) =>
    approvedFingerprints
      .filter(({ host, port }) => host === device.host && port === device.ports[path])
      .map(({ fingerprint }) => fingerprint)
  return {
    order: {
      jobId,
      leaseId,
      kind: kind as JobKind, // signed by the service; an unknown kind fails the job
      restore: envelope.restore,
      ...(envelope.dryRun && { dryRun: envelope.dryRun }),
      device: {
        id: device.id,
        name: device.name,
        platform: device.platform,
        ...(device.document && { document: device.document }),
        ...(device.commands && { commands: device.commands }),
        host: device.host,
        ports: device.ports,
        options: device.options,
      },
      transports,
      addressApproved,
      credentials: addressApproved ? credentials : {},
      rejected: rejectedFingerprints.map(({ fingerprint }) => fingerprint),
      approved: { ssh: approvedFor('ssh'), api: approvedFor('api') },
      posture,
    },
    target: {
      tenantId,
      repositoryPublicKey: Buffer.from(envelope.repositoryPublicKey, 'base64'),
      chunkIdKey: Buffer.from(envelope.chunkIdKey, 'base64'),
    },
  }
}
