import { listTenantIds } from '../../inventory/tenants/list-tenants.ts'
import { recordNoTenants } from '../../kernel/maintenance-tasks/record-no-tenants.ts'
import { readPlatformPolicies } from '../../policies/platform/platform-policies.ts'
import type { PolicyDependencies } from '../../policies/policy-dependencies.ts'
import { applyRetention } from './apply-retention.ts'

/**
 * Applies retention to all tenants, one after the other. A failure for one tenant does not affect the others.
 * @returns the errors by tenant
 */
export async function runRetention(dependencies: PolicyDependencies): Promise<{ tenantId: string; error: unknown }[]> {
  const { platform, tenantIds } = await dependencies.runInSystemTransaction(async (context) => {
    const found = await listTenantIds(context.trx)
    if (found.length === 0) await recordNoTenants(context, 'retention')
    return { platform: await readPlatformPolicies(context.trx), tenantIds: found }
  })
  const failed: { tenantId: string; error: unknown }[] = []
  for (const tenantId of tenantIds) {
    if (dependencies.stopping?.aborted) break
    await applyRetention(dependencies, tenantId, platform.retention).catch((error: unknown) =>
      failed.push({ tenantId, error }),
    )
  }
  return failed
}
