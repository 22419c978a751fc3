import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { ChangeGroup } from '../../domain/reporting/changes/list-change-groups.ts'
import type { Change } from '../../domain/reporting/changes/list-changes.ts'
import type { RestoreCheck } from '../../store/models/restore-check.ts'
import type { LastKnownGood } from '../../domain/repository/versions/last-known-good.ts'
import type { VersionRecord } from '../../domain/repository/versions/list-versions.ts'

export function presentVersion(record: VersionRecord, locale: Locale): components['schemas']['Version'] {
  const { version, artifact, snapshotId, isDamaged, isPinned, restoreCheck, metadata, summary, reviewNote } = record
  const suspicions = version.suspicious ?? []
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
    fingerprint: record.fingerprint,
    size_bytes: version.sizeBytes,
    lines: version.lines,
    added: version.added,
    removed: version.removed,
    summary: summary && render(summary, locale),
    summary_message: summary,
    change_group: record.changeGroup,
    metadata,
    reported_author: typeof metadata['author'] === 'string' ? metadata['author'] : null,
    suspicious: suspicions.map((one) => render(one, locale)),
    suspicions,
    reviewed_at: version.reviewedAt?.toISOString() ?? null,
    reviewed_by: version.reviewedBy,
    review_note: reviewNote,
    review_ticket: version.reviewTicket,
    pinned: isPinned,
    lab_mode: version.labMode,
    host_not_compared: version.hostNotCompared,
    damaged: isDamaged,
    restore_check: restoreCheck && presentRestoreCheck(restoreCheck, locale),
    snapshot_id: snapshotId,
  }
}

function presentRestoreCheck(
  { checkedAt, outcome, failure }: RestoreCheck,
  locale: Locale,
): components['schemas']['RestoreCheck'] {
  return { checked_at: checkedAt.toISOString(), outcome, failure, reason: failure && render(failure, locale) }
}

export function presentLastKnownGood(
  { artifact, record, failing }: LastKnownGood,
  locale: Locale,
): components['schemas']['LastKnownGood'] {
  return {
    artifact_id: artifact.id,
    device_id: artifact.deviceId,
    key: artifact.key,
    transport: artifact.transport,
    kind: artifact.kind,
    good: failing.length === 0,
    version: record && presentVersion(record, locale),
    failing,
    reasons: failing.map((one) => render(one, locale)),
  }
}

export function presentChangeGroup(
  { changes, devices, deviceNames, firstCapturedAt, latest }: ChangeGroup,
  locale: Locale,
): components['schemas']['ChangeGroup'] {
  return {
    changes,
    devices,
    device_names: deviceNames,
    first_captured_at: firstCapturedAt.toISOString(),
    latest: presentChange(latest, locale),
  }
}

export function presentChange({ record, device, previousId }: Change, locale: Locale): components['schemas']['Change'] {
  return {
    version: presentVersion(record, locale),
    previous_version_id: previousId,
    device: {
      id: device.id,
      tenant_id: device.tenantId,
      name: device.name,
      platform: device.platform as components['schemas']['PlatformId'],
      site: device.site,
      tags: device.tags,
    },
  }
}
