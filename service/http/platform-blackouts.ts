import { blackoutsAt } from '../domain/policies/blackouts/blackout-level.ts'
import type { Blackout } from '../store/models/blackout.ts'
import { inScope } from '../store/scope.ts'
import type { Dependencies } from '../dependencies.ts'

/** Reads the platform's blackouts in a separate scope, because a tenant's scope does not include the platform's rows. */
export function platformBlackouts({ knex }: Pick<Dependencies, 'knex'>): Promise<Blackout[]> {
  return inScope(knex, { kind: 'platform' }, (trx) =>
    blackoutsAt({ trx }, { level: 'platform', tenant: null, site: null, device: null }),
  )
}
