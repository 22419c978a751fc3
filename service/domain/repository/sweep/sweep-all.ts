import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'
import { recordNoTenants } from '../../kernel/maintenance-tasks/record-no-tenants.ts'
import { type SweepOutcome, sweepTenant } from './sweep-tenant.ts'
import type { SweepOptions, SweepDependencies } from './sweep-dependencies.ts'

/**
 * Sweeps one tenant after another; a failure for one does not affect the others.
 * @param onOutcome receives the outcome or error of each
 */
export async function sweepAll(
  dependencies: SweepDependencies,
  options: SweepOptions,
  onOutcome: (slug: string, outcome: SweepOutcome | Error) => void,
): Promise<void> {
  const tenants = await inScope(dependencies.knex, { kind: 'platform' }, async (trx) => {
    const found = await Tenant.query(trx).select('id', 'slug').orderBy('slug')
    if (found.length === 0) await recordNoTenants({ trx, now: dependencies.now() }, 'sweep')
    return found
  })
  for (const { id, slug } of tenants) {
    if (dependencies.signal?.aborted) return
    try {
      onOutcome(slug, await sweepTenant(dependencies, id, options))
    } catch (error) {
      onOutcome(slug, error instanceof Error ? error : new Error(String(error)))
    }
  }
}
