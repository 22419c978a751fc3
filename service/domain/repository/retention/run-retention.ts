import { listTenantIds } from '../../inventory/tenants/tenants.ts'
import { recordNoCustomers } from '../../kernel/policy-runs/record-no-tenants.ts'
import { readPlatformPolicies } from '../../inventory/settings/platform-policies.ts'
import type { PolicyParts } from '../../levels/policy-dependencies.ts'
import { applyRetention } from './apply-retention.ts'

/**
 * Applies retention to every customer, one after the other. One that fails keeps no other back.
 * @returns what could not be done, by customer
 */
export async function runRetention(parts: PolicyParts): Promise<{ tenantId: string; error: unknown }[]> {
  const { platform, tenantIds } = await parts.inMoment(async (moment) => {
    const found = await listTenantIds(moment.trx)
    if (found.length === 0) await recordNoCustomers(moment, 'retention')
    return { platform: await readPlatformPolicies(moment.trx), tenantIds: found }
  })
  const failed: { tenantId: string; error: unknown }[] = []
  for (const tenantId of tenantIds) {
    if (parts.stopping?.aborted) break
    await applyRetention(parts, tenantId, platform.retention).catch((error: unknown) =>
      failed.push({ tenantId, error }),
    )
  }
  return failed
}
