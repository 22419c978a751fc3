import { listTenantIds } from '../../tenants/tenants.ts'
import { readPlatformPolicies } from '../platform-policies.ts'
import type { PolicyParts } from '../policy-parts.ts'
import { applyRetention } from './apply-retention.ts'

/**
 * Applies retention to every customer, one after the other. One that fails keeps no other back.
 * @returns what could not be done, by customer
 */
export async function runRetention(parts: PolicyParts): Promise<{ tenantId: string; error: unknown }[]> {
  const { platform, tenantIds } = await parts.inMoment(async ({ trx }) => ({
    platform: await readPlatformPolicies(trx),
    tenantIds: await listTenantIds(trx),
  }))
  const failed: { tenantId: string; error: unknown }[] = []
  for (const tenantId of tenantIds) {
    if (parts.stopping?.aborted) break
    await applyRetention(parts, tenantId, platform.retention).catch((error: unknown) =>
      failed.push({ tenantId, error }),
    )
  }
  return failed
}
