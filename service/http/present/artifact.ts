import type { components } from '../../../shared/contract/api-types.ts'
import type { Drift } from '../../domain/repository/pins/read-drift.ts'
import type { Lineage } from '../../domain/repository/versions/list-artifacts.ts'
import type { Transition } from '../../domain/repository/versions/rank-changes.ts'
import { presentHunk } from './unified.ts'

export function presentArtifact({
  artifact,
  versionsCount,
  latest,
  sizes,
  pin,
}: Lineage): components['schemas']['Artifact'] {
  return {
    id: artifact.id,
    device_id: artifact.deviceId,
    key: artifact.key,
    transport: artifact.transport,
    kind: artifact.kind,
    versions_count: versionsCount,
    latest_version_id: artifact.latestVersionId,
    latest_captured_at: latest?.capturedAt.toISOString() ?? null,
    last_seen_at: latest?.lastSeenAt.toISOString() ?? null,
    recent_sizes: sizes.map(({ capturedAt, sizeBytes }) => ({
      captured_at: capturedAt.toISOString(),
      size_bytes: sizeBytes,
    })),
    pinned_version_id: pin?.versionId ?? null,
    pinned_at: pin?.pinnedAt.toISOString() ?? null,
    pinned_by: pin?.pinnedBy ?? null,
    drifted: pin?.drifted ?? null,
  }
}

export function presentDrift(
  { pin, pinned, latest, added, removed, unified }: Drift,
  masked: boolean,
): components['schemas']['Drift'] {
  return {
    artifact_id: pin.artifactId,
    drifted: pin.drifted,
    pinned_version_id: pinned.version.id,
    latest_version_id: latest.version.id,
    pinned_snapshot_id: pinned.snapshotId,
    latest_snapshot_id: latest.snapshotId,
    added,
    removed,
    unified: unified?.text ?? null,
    truncated: unified?.truncated ?? false,
    hunks: unified?.hunks.map(presentHunk) ?? null,
    masked,
  }
}

/** The field name `ecarts` is part of the contract. */
export function presentDivergence(transitions: Transition[]): components['schemas']['Divergence'] {
  return {
    ecarts: transitions.map((transition) => ({
      artifact_id: transition.artifactId,
      artifact_key: transition.artifactKey,
      transport: transition.transport,
      from_version_id: transition.fromVersionId,
      to_version_id: transition.toVersionId,
      from_at: transition.fromAt.toISOString(),
      to_at: transition.toAt.toISOString(),
      added: transition.added,
      removed: transition.removed,
    })),
  }
}
