import type { components } from '../../../shared/contract/api-types.ts'
import type { Lineage } from '../../domain/versions/list-artifacts.ts'
import type { Transition } from '../../domain/versions/rank-changes.ts'

export function presentArtifact({ artifact, versionsCount, latest }: Lineage): components['schemas']['Artifact'] {
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
  }
}

/** The word `ecarts` is the contract's. */
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
