import type { Locale } from '../../../shared/messages/create-renderer.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import type { Compliance, AffectedVersion, ReadBack } from '../../domain/repository/integrity/compliance.ts'
import type { LockStatus } from '../../domain/repository/object-lock/read-lock-status.ts'
import { presentPolicyRun } from './policy.ts'

export function presentCompliance(
  compliance: Compliance,
  periodDays: number,
  locale: Locale,
): components['schemas']['StorageCompliance'] {
  const { packs, manifests, keys } = compliance
  const reasons = reasonsOf(compliance)
  return {
    tenant_id: compliance.tenantId,
    slug: compliance.slug,
    name: compliance.name,
    standing: integrityState(reasons),
    reasons,
    period_days: periodDays,
    packs: {
      ...presentReadBack(packs),
      bytes: packs.bytes,
      checked_share: packs.bytes === 0 ? 1 : packs.checkedBytes / packs.bytes,
    },
    manifests: presentReadBack(manifests),
    keys: {
      state: keys.state,
      checked_at: keys.checkedAt?.toISOString() ?? null,
      what: textOf(keys.damage, locale),
      damage: keys.damage,
    },
    ...(compliance.objectLock && { object_lock: presentLockStatus(compliance.objectLock) }),
    damaged_objects: compliance.damagedObjects.map(({ since, ...object }) => ({
      ...object,
      since: since.toISOString(),
    })),
    damaged_versions: compliance.affected,
    damaged_versions_named: compliance.affectedVersions.map(presentAffectedVersion),
    last_runs: compliance.runs.map((run) => presentPolicyRun(run, locale)),
  }
}

function textOf(damage: readonly ReceivedMessage[], locale: Locale): string | null {
  return damage.length > 0 ? damage.map((one) => render(one, locale)).join(' ') : null
}

export function presentAffectedVersion(affected: AffectedVersion): components['schemas']['DamagedVersion'] {
  return {
    version_id: affected.versionId,
    snapshot_id: affected.snapshotId,
    tenant_id: affected.tenantId,
    device_id: affected.deviceId,
    device: affected.device,
    artifact_id: affected.artifactId,
    key: affected.key,
    transport: affected.transport,
    captured_at: affected.capturedAt.toISOString(),
    pack_id: affected.packId,
    since: affected.since.toISOString(),
  }
}

function presentLockStatus({ mode, locked, unlocked, lockedUntil, hidden, deferred }: LockStatus) {
  return {
    mode,
    locked,
    unlocked,
    locked_until: lockedUntil?.toISOString() ?? null,
    hidden,
    deferred: deferred?.objects ?? 0,
    deferred_until: deferred?.until.toISOString() ?? null,
  }
}

function presentReadBack({ count, checked, oldestCheckAt, damaged }: ReadBack) {
  return { count, checked, oldest_check_at: oldestCheckAt?.toISOString() ?? null, damaged }
}

type Schema = components['schemas']['StorageCompliance']

function integrityState(reasons: Schema['reasons']): Schema['standing'] {
  if (reasons.includes('keys_destroyed')) return 'destroyed'
  if (reasons.some((reason) => reason.endsWith('_damaged'))) return 'damaged'
  return reasons.length > 0 ? 'behind' : 'kept'
}

/** Unchecked keys are a reason only while something needs them. */
function reasonsOf({ packs, manifests, keys, affected }: Compliance): Schema['reasons'] {
  if (keys.state === 'destroyed') return ['keys_destroyed']
  const reasons: [Schema['reasons'][number], boolean][] = [
    ['keys_damaged', keys.state === 'damaged'],
    ['packs_damaged', packs.damaged > 0],
    ['manifests_damaged', manifests.damaged > 0],
    ['versions_damaged', affected > 0],
    ['packs_unchecked', packs.checked < packs.count],
    ['manifests_unchecked', manifests.checked < manifests.count],
    ['keys_unchecked', keys.state === 'unchecked' && packs.count > 0],
  ]
  return reasons.flatMap(([reason, isSo]) => (isSo ? [reason] : []))
}
