import type { Locale } from '../../../shared/messages/create-renderer.ts'
import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { components } from '../../../shared/contract/api-types.ts'
import type { PolicyTarget } from '../../domain/policies/level.ts'
import type { PostureView } from '../../domain/inventory/policies/posture-policy.ts'
import type { RestorePolicyView } from '../../domain/inventory/policies/restore-policy.ts'
import type { EffectiveValue } from '../../domain/policies/retention/effective-retention.ts'
import type { LineageLoss, RetentionPreview } from '../../domain/repository/retention/preview-retention.ts'
import type { RetentionView } from '../../domain/policies/retention/read-retention.ts'
import type { PolicyRun } from '../../store/models/policy-run.ts'

type Schemas = components['schemas']

/** `preview` is set in the response to a dry run. */
export function presentRetention(view: RetentionView, preview?: RetentionPreview): Schemas['RetentionPolicy'] {
  return {
    level: view.target.level,
    ...whose(view.target),
    keep_days: view.says.keepDays,
    keep_last: view.says.keepLast,
    before_cut: view.beforeCut && { keep_days: view.beforeCut.keepDays, keep_last: view.beforeCut.keepLast },
    effective: presentEffectiveRetention(view),
    dry_run: preview !== undefined,
    ...(preview && { preview: presentPreview(preview) }),
  }
}

export function presentEffectiveRetention({ target, effective }: RetentionView): Schemas['EffectiveRetention'] {
  return {
    ...whose(target),
    keep_days: effective.keepDays.value,
    keep_days_from: effective.keepDays.decidedBy,
    keep_days_pending: presentPending(effective.keepDays),
    keep_last: effective.keepLast.value,
    keep_last_from: effective.keepLast.decidedBy,
    keep_last_pending: presentPending(effective.keepLast),
  }
}

function presentPending({ pending }: EffectiveValue): Schemas['PendingCut'] | null {
  return pending && { value: pending.value, at: pending.at.toISOString() }
}

export function presentPreview({ totals, lineages }: RetentionPreview): Schemas['RetentionPreview'] {
  return {
    totals: { lineages: totals.lineages, versions: totals.versions, size_bytes: totals.bytes },
    lineages: lineages.map(presentLoss),
  }
}

export function presentPosture({ target, says, effective }: PostureView): Schemas['PosturePolicy'] {
  return {
    level: target.level,
    ...whose(target),
    trust_posture: says,
    effective: { trust_posture: effective.value, trust_posture_from: effective.decidedBy },
  }
}

export function presentRestorePolicy(view: RestorePolicyView): Schemas['RestorePolicyLevel'] {
  return {
    level: view.target.level,
    ...whose(view.target),
    restore_policy: view.says,
    effective: presentEffectiveRestore(view),
  }
}

export function presentEffectiveRestore({ target, levels, effective }: RestorePolicyView): Schemas['EffectiveRestore'] {
  return {
    ...whose(target),
    restore_policy: effective.value,
    restore_policy_from: effective.decidedBy,
    levels,
  }
}

export function presentPolicyRun(run: PolicyRun, locale: Locale): Schemas['PolicyRun'] {
  return {
    id: run.id,
    tenant_id: run.tenantId,
    kind: run.kind,
    started_at: run.startedAt.toISOString(),
    finished_at: run.finishedAt?.toISOString() ?? null,
    outcome: run.outcome,
    ...presentReason(run.reason, locale),
    counts: run.counts,
    dry_run: run.dryRun,
  }
}

/** Returns a maintenance task's reason as a sentence, and as code and parameters. */
export function presentReason(reason: ReceivedMessage | null, locale: Locale) {
  return {
    reason: reason && render(reason, locale),
    reason_code: reason?.code ?? null,
    reason_params: reason?.params ?? {},
  }
}

function whose({ tenant, device }: PolicyTarget) {
  return { tenant_id: tenant?.id ?? null, device_id: device?.id ?? null }
}

function presentLoss(loss: LineageLoss): Schemas['LineageLoss'] {
  const { artifact, retention } = loss
  return {
    artifact_id: artifact.id,
    device_id: artifact.deviceId,
    device_name: loss.deviceName,
    key: artifact.key,
    transport: artifact.transport,
    keep_days: retention.keepDays,
    keep_last: retention.keepLast,
    versions_kept: loss.kept,
    versions_going: loss.going,
    size_bytes_going: loss.goingBytes,
    going: loss.named.map(({ id, capturedAt, lastSeenAt, sizeBytes }) => ({
      version_id: id,
      captured_at: capturedAt.toISOString(),
      last_seen_at: lastSeenAt.toISOString(),
      size_bytes: sizeBytes,
    })),
  }
}
