import type { components } from '../../../shared/contract/api-types.ts'
import type { VersionRecord } from '../../domain/versions/list-versions.ts'

export function presentVersion({
  version,
  artifact,
  snapshotId,
  isDamaged,
  metadata,
}: VersionRecord): components['schemas']['Version'] {
  return {
    id: version.id,
    artifact_id: version.artifactId,
    device_id: version.deviceId,
    job_id: version.jobId,
    key: artifact.key,
    transport: artifact.transport,
    kind: artifact.kind,
    captured_at: version.capturedAt.toISOString(),
    last_seen_at: version.lastSeenAt.toISOString(),
    fingerprint: version.fingerprint,
    size_bytes: version.sizeBytes,
    lines: version.lines,
    added: version.added,
    removed: version.removed,
    metadata,
    suspicious: version.suspicious ?? [],
    reviewed_at: version.reviewedAt?.toISOString() ?? null,
    reviewed_by: version.reviewedBy,
    lab_mode: version.labMode,
    host_not_compared: version.hostNotCompared,
    damaged: isDamaged,
    snapshot_id: snapshotId,
  }
}
