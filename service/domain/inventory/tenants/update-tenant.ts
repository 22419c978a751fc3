import { Tenant } from '../../../store/models/tenant.ts'
import { fieldNames } from '../../kernel/audit/field-names.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { limitSessionsWithoutFactor } from '../second-factors/required-factor.ts'
import { requireConfirmation } from '../../kernel/require-confirmation.ts'
import { refuseLoosening } from '../../policies/loosening/refuse-loosening.ts'
import { requireNetworks } from '../login/networks.ts'
import { coolingOffDays } from '../../policies/retention/check-retention-reduction.ts'
import type { PlatformRetention } from '../../policies/retention/effective-retention.ts'
import { invalidField, notFound } from '../../kernel/domain-error.ts'
import { daysAfter } from '../../kernel/delay.ts'
import type { Posture } from '../../policies/posture/effective-posture.ts'
import type { NewTenant } from './create-tenant.ts'

export type TenantChange = Partial<Omit<NewTenant, 'slug'>> & {
  trustPosture?: Posture | null
  secondFactorRequired?: boolean
  allowedNetworks?: string[]
}

/**
 * Changes a tenant; the slug cannot change. To lift `secondFactorRequired` needs the platform scope, which contains the roles that require a factor. A new `decommissionedRetentionDays` moves planned purges: each is computed
 * again from the day its device was decommissioned, so fewer days can make a purge due at once. Fewer days are a cut of
 * retention: no device is purged before the platform's cooling-off has passed.
 * @param platform the platform's retention settings
 * @param options `action`: name of the change in the audit log; `hasNoDevices` if nothing can be purged: fewer days
 *   then need no password
 * @throws DomainError not_found, session_required or confirmation_required for a cut, `secondFactorRequired`
 *   and `allowedNetworks`,
 *   session_required if an API token loosens a policy, validation_failed below the platform's floor
 */
export async function updateTenant(
  context: ActionContext,
  id: string,
  change: TenantChange,
  platform: PlatformRetention | null = null,
  { action = 'tenant.update', hasNoDevices = false } = {},
): Promise<Tenant> {
  const before = await Tenant.query(context.trx).findById(id).forNoKeyUpdate() // as the update locks it
  if (!before) throw notFound()
  refuseLoosening(context.actor, 'customer', before, change)
  const { secondFactorRequired: isRequired = before.secondFactorRequired } = change
  const networks = change.allowedNetworks ?? before.allowedNetworks
  requireNetworks('allowed_networks', networks)
  const hasOtherNetworks = networks.join() !== before.allowedNetworks.join()
  if (isRequired !== before.secondFactorRequired || hasOtherNetworks) requireConfirmation(context)
  const purgeNotBefore = await cutOfPurges(context, before, change, platform, hasNoDevices)
  const tenant = await Tenant.query(context.trx).patchAndFetchById(id, {
    ...change,
    ...(purgeNotBefore && { purgeNotBefore }),
    updatedAt: context.now,
  })
  if (isRequired !== before.secondFactorRequired)
    await limitSessionsWithoutFactor(context.trx, { tenantId: id, isRequired })
  const moved = change.decommissionedRetentionDays === undefined ? 0 : await movePurges(context, tenant)
  await recordAudit(context, action, {
    kind: 'tenant',
    id,
    tenantId: id,
    detail: {
      changed: fieldNames(change),
      ...(hasOtherNetworks && { networks_before: before.allowedNetworks, networks }),
      ...(moved > 0 && { purges_moved: moved }),
    },
  })
  return tenant
}

/**
 * Emits the event of a changed number of days for decommissioned devices.
 * @returns when a cut applies, null if no cut is pending
 */
async function cutOfPurges(
  context: ActionContext,
  before: Tenant,
  { decommissionedRetentionDays: days }: TenantChange,
  platform: PlatformRetention | null,
  hasNoDevices: boolean,
): Promise<Date | null> {
  if (days === undefined) return null
  const least = platform?.floor?.keepDays ?? null
  if (least !== null && days < least) {
    throw invalidField('decommissioned_retention_days', 'below_platform_floor', { min: least })
  }
  if (days === before.decommissionedRetentionDays) return null
  const data = {
    level: 'customer' as const,
    decommissioned_retention_days: days,
    before: { decommissioned_retention_days: before.decommissionedRetentionDays },
    by: context.actor.name,
  }
  if (hasNoDevices || days > before.decommissionedRetentionDays) {
    await recordEvents(context, [{ type: 'retention.changed', tenantId: before.id, data }])
    return null
  }
  requireConfirmation(context)
  const at = daysAfter(context.now, coolingOffDays(platform, context.now))
  await recordEvents(context, [{ type: 'retention.cut', tenantId: before.id, data: { ...data, at: at.toISOString() } }])
  return at
}

async function movePurges(
  { trx }: ActionContext,
  { id, decommissionedRetentionDays: days, purgeNotBefore }: Tenant,
): Promise<number> {
  const { rowCount } = await trx.raw(
    `update devices set purge_at = greatest(decommissioned_at + :days * interval '24 hours', :earliest::timestamptz)
     where tenant_id = :id and decommissioned_at is not null and purged_at is null
       and purge_at <> greatest(decommissioned_at + :days * interval '24 hours', :earliest::timestamptz)`,
    { days, id, earliest: purgeNotBefore },
  )
  return rowCount ?? 0
}
