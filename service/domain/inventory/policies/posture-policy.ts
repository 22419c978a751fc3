import type { ActionContext, TenantContext } from '../../kernel/context.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { changeDevice } from '../devices/update-device.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { invalidFields } from '../../kernel/domain-error.ts'
import { updateTenant } from '../tenants/update-tenant.ts'
import {
  type Posture,
  type PostureLevels,
  decidePosture,
  faultOfPosture,
} from '../../policies/posture/effective-posture.ts'
import type { ScheduleRules } from '../../policies/schedules/schedule-rules.ts'
import { type PolicyTarget, findTarget } from '../../policies/level.ts'
import { platformSettings, setPlatformSetting } from '../../policies/platform/platform-policies.ts'
import type { Decided } from '../../policies/strictest-level.ts'
import { refuseLoosening } from '../../policies/loosening/refuse-loosening.ts'

/** The trust posture of one level, and the effective posture there. */
export interface PostureView {
  target: PolicyTarget
  says: Posture | null
  effective: Decided<Posture>
}

/** @param platform the posture of the platform's level */
export function readPosture(target: PolicyTarget, platform: Posture | null): PostureView {
  const levels = postureLevels(target, platform)
  return { target, says: levels[target.level], effective: decidePosture(levels) }
}

/**
 * Sets the trust posture at one level; null inherits. At the levels of tenant and device this is the same change as
 * that of the field.
 * @throws DomainError validation_failed with the stricter level above, session_required if an API token loosens it
 */
export async function setPosture(
  context: ActionContext,
  target: PolicyTarget,
  posture: Posture | null,
  platform: Posture | null,
  { timeZone, scheduleJitterMinutes }: ScheduleRules,
): Promise<PostureView> {
  const { level, tenant, device } = target
  if (level === 'platform') {
    refuseLoosening(context.actor, level, { trustPosture: platform }, { trustPosture: posture })
    await setPlatformSetting(context.trx, platformSettings.posture, posture, context.now)
    await recordAudit(context, 'posture.set', { kind: 'platform', tenantId: null, detail: { trust_posture: posture } })
    await recordEvents(context, [{ type: 'settings.changed', tenantId: null, data: { changed: ['trust_posture'] } }])
    return readPosture(target, posture)
  }
  const error = faultOfPosture({ ...postureLevels(target, platform), [level]: posture }, level)
  if (error) throw invalidFields([{ path: 'trust_posture', error }])
  if (device) {
    const rules = { timeZone, scheduleJitterMinutes, platformPosture: platform ?? 'strict' }
    await changeDevice(context as TenantContext, device.id, { trustPosture: posture }, rules, { action: 'posture.set' })
  } else if (tenant) {
    await updateTenant(context, tenant.id, { trustPosture: posture }, null, { action: 'posture.set' })
  }
  return readPosture(await findTarget(context, level, device?.id), platform)
}

function postureLevels({ tenant, device }: PolicyTarget, platform: Posture | null): PostureLevels {
  return { platform, customer: tenant?.trustPosture ?? null, device: device?.trustPosture ?? null }
}
