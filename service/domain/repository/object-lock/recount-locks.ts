import type { Knex } from 'knex'
import { inScope } from '../../../store/scope.ts'
import { countLocks } from './count-locks.ts'

export interface RecountDependencies {
  knex: Knex
  now: () => Date
  signal?: AbortSignal | undefined
}

/** One statement counts a tenant, which takes seconds for a million objects. */
const statementTimeoutMs = 10 * 60_000

/**
 * Counts the locks of every tenant whose count is missing or at least `maxAgeMs` old, and stores the counts. Concurrent
 * replicas count each tenant once. A failure for one tenant does not affect the others.
 * @returns the number of tenants counted
 * @throws the first error, after the other tenants
 */
export async function recountLocks(dependencies: RecountDependencies, maxAgeMs: number): Promise<number> {
  const { knex, now, signal } = dependencies
  const due = new Date(now().getTime() - maxAgeMs)
  const tenants = await findDue(knex, due, now())
  const errors: unknown[] = []
  let counted = 0
  for (const tenantId of tenants) {
    if (signal?.aborted) break
    try {
      if (await recountTenant(dependencies, tenantId, due)) counted++
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return counted
}

/** Includes counts from the future, left by a wrong clock. */
const isDue = `(counts.counted_at <= :due or counts.counted_at > :now)`

async function findDue(knex: Knex, due: Date, now: Date): Promise<string[]> {
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const { rows } = await trx.raw(
      `select k.tenant_id as "tenantId" from tenant_keys k left join object_lock_counts counts using (tenant_id)
       where k.destroyed_at is null and (counts.tenant_id is null or ${isDue}) order by counts.counted_at nulls first`,
      { due, now },
    )
    return rows.map(({ tenantId }: { tenantId: string }) => tenantId)
  })
}

/** @returns false if another replica counted meanwhile: it locks the row until its count is stored */
async function recountTenant({ knex, now }: RecountDependencies, tenantId: string, due: Date): Promise<boolean> {
  const at = now()
  return inScope(
    knex,
    { kind: 'tenant', tenantId },
    async (trx) => {
      const claimed = await trx.raw(
        `insert into object_lock_counts as counts (tenant_id, locked, unlocked, counted_at) values (:tenantId, 0, 0, :now)
         on conflict (tenant_id) do update set counted_at = excluded.counted_at where ${isDue} returning tenant_id`,
        { tenantId, due, now: at },
      )
      if (claimed.rows.length === 0) return false
      const { locked, unlocked, lockedUntil } = await countLocks(trx, { tenantId, now: at })
      await trx('object_lock_counts')
        .where({ tenant_id: tenantId })
        .update({ locked, unlocked, locked_until: lockedUntil })
      return true
    },
    { statementTimeoutMs },
  )
}
