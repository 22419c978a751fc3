import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { changeDevice } from '../devices/update-device.ts'
import { updateTenant } from '../tenants/update-tenant.ts'
import type { ScheduleRules } from '../../policies/schedules/schedule-rules.ts'
import { type PolicyTarget, findTarget } from '../../policies/level.ts'
import { platformSettings, setPlatformSetting } from '../../policies/platform/platform-policies.ts'
import type { Decided } from '../../policies/strictest-level.ts'
import { type RestoreLevels, type RestorePolicy, effectiveRestore } from '../../policies/restore/effective-restore.ts'
import { refuseLoosening } from '../../policies/loosening/refuse-loosening.ts'

/** The restore policy of one level, those of all levels, and the effective one. */
export interface RestorePolicyView {
  target: PolicyTarget
  says: RestorePolicy | null
  levels: RestoreLevels
  effective: Decided<RestorePolicy>
}

/** @param platform the policy of the platform's level */
export function readRestorePolicy(target: PolicyTarget, platform: RestorePolicy | null): RestorePolicyView {
  const { tenant, device } = target
  const levels = { platform, customer: tenant?.restorePolicy ?? null, device: device?.restorePolicy ?? null }
  return { target, says: levels[target.level], levels, effective: effectiveRestore(levels) }
}

/**
 * Sets the restore policy at one level; null inherits. `allow` below a level that denies is accepted and takes effect
 * when that level allows. At the levels of tenant and device this is the same change as that of the field.
 * @throws DomainError session_required if an API token loosens it
 */
export async function setRestorePolicy(
  context: ActionContext,
  target: PolicyTarget,
  policy: RestorePolicy | null,
  platform: RestorePolicy | null,
  { timeZone, scheduleJitterMinutes }: ScheduleRules,
): Promise<RestorePolicyView> {
  const { level, tenant, device } = target
  if (level === 'platform') {
    refuseLoosening(context.actor, level, { restorePolicy: platform }, { restorePolicy: policy })
    await setPlatformSetting(context.trx, platformSettings.restore, policy, context.now)
    const object = { kind: 'platform', tenantId: null, detail: { restore_policy: policy } }
    await recordAudit(context, 'restore_policy.set', object)
    await recordEvents(context, [{ type: 'settings.changed', tenantId: null, data: { changed: ['restore_policy'] } }])
    return readRestorePolicy(target, policy)
  }
  if (device) {
    const rules = { timeZone, scheduleJitterMinutes, platformPosture: 'strict' as const } // the posture is unused here
    await changeDevice(context as TenantContext, device.id, { restorePolicy: policy }, rules, {
      action: 'restore_policy.set',
    })
  } else if (tenant) {
    await updateTenant(context, tenant.id, { restorePolicy: policy }, null, { action: 'restore_policy.set' })
  }
  return readRestorePolicy(await findTarget(context, level, device?.id), platform)
}
