import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'
import { recordNoTenants } from '../../kernel/maintenance-tasks/record-no-tenants.ts'
import { type SweepOutcome, sweepTenant } from './sweep-tenant.ts'
import type { SweepOptions, SweepDependencies } from './sweep-dependencies.ts'

/**
 * Sweeps one tenant after another; a failure for one does not affect the others.
 * @param tell receives the outcome or error of each
 */
export async function sweepAll(
  parts: SweepDependencies,
  options: SweepOptions,
  tell: (slug: string, outcome: SweepOutcome | Error) => void,
): Promise<void> {
  const tenants = await inScope(parts.knex, { kind: 'platform' }, async (trx) => {
    const found = await Tenant.query(trx).select('id', 'slug').orderBy('slug')
    if (found.length === 0) await recordNoTenants({ trx, now: parts.now() }, 'sweep')
    return found
  })
  for (const { id, slug } of tenants) {
    if (parts.signal?.aborted) return
    try {
      tell(slug, await sweepTenant(parts, id, options))
    } catch (error) {
      tell(slug, error instanceof Error ? error : new Error(String(error)))
    }
  }
}
