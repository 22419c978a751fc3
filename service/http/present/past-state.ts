import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { PastDevice, PastLineage, PastVersion } from '../../domain/reporting/past-states/view-past-device.ts'

type Schemas = components['schemas']

export function presentPastState(
  { id, tenantId, name, platform, site, tags, ...past }: PastDevice,
  locale: Locale,
): Schemas['PastState'] {
  return {
    device: { id, tenant_id: tenantId, name, platform: platform as Schemas['PlatformId'], site, tags },
    decommissioned_at: past.decommissionedAt?.toISOString() ?? null,
    purged_at: past.purgedAt?.toISOString() ?? null,
    lineages: past.lineages.map((lineage) => presentLineage(lineage, locale)),
    runs: past.runs.map(({ id, kind, status, trigger, requestedBy, queuedAt, finishedAt }) => ({
      ...({ id, kind, status, trigger } as Pick<Schemas['PastRun'], 'id' | 'kind' | 'status' | 'trigger'>),
      requested_by: requestedBy,
      queued_at: new Date(queuedAt).toISOString(),
      finished_at: finishedAt && new Date(finishedAt).toISOString(),
    })),
    events: past.events.map(({ id, type, severity, at }) => ({
      ...({ id, type, severity } as Pick<Schemas['PastEvent'], 'id' | 'type' | 'severity'>),
      at: new Date(at).toISOString(),
    })),
    events_count: past.eventCount,
  }
}

function presentLineage(
  { artifactId, key, transport, kind, state, failing, version, ...lineage }: PastLineage,
  locale: Locale,
): Schemas['PastLineage'] {
  return {
    ...{ artifact_id: artifactId, key, transport, kind, state, changed: lineage.isChanged, failing },
    reasons: failing.map((one) => render(one, locale)),
    version: version && presentPastVersion(version),
    previous_version_id: lineage.previousId,
    next_captured_at: lineage.nextAt?.toISOString() ?? null,
    seen_later: lineage.isSeenLater,
  }
}

function presentPastVersion(version: PastVersion): Schemas['PastVersion'] {
  return {
    id: version.id,
    job_id: version.runId,
    captured_at: version.capturedAt.toISOString(),
    last_seen_at: version.lastSeenAt.toISOString(),
    added: version.added,
    removed: version.removed,
    reported_author: version.author,
    review_ticket: version.reviewTicket,
    snapshot_id: version.snapshotId,
  }
}
