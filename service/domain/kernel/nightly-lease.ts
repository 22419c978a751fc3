import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { inScope } from '../../store/scope.ts'

/** The exclusive right to run a nightly task for one tenant. It expires if its holder dies. */
export interface NightlyLease {
  /** Extends the lease by some minutes. @returns false if another replica holds it: stop the task */
  renew(): Promise<boolean>
  /** @param isDone whether the task is complete; otherwise the next holder continues it */
  release(isDone: boolean): Promise<void>
}

/** Lifetime of a lease in milliseconds; longer than any time between two renewals. */
const leaseMs = 10 * 60 * 1000

/**
 * Milliseconds after a completed task in which it is not started again; shorter than a day, so that it is over by the
 * next night.
 */
const minimumIntervalMs = 12 * 60 * 60 * 1000

interface LeaseOptions {
  knex: Knex
  now: () => Date
  /** Whether an administrator requested the task: it then also runs if it is complete for this night. */
  isRequested?: boolean
}

/** Tables with a row per tenant: holder, held_until, finished_at. */
export type LeaseTable = 'integrity_checks' | 'object_lock_turns' | 'restore_check_leases'

/**
 * Acquires the lease in one statement.
 * @returns null if another replica holds it, or if this night's work is done and was not requested again
 */
export async function acquireNightlyLease(
  { knex, now, isRequested = false }: LeaseOptions,
  tenantId: string,
  table: LeaseTable = 'integrity_checks',
): Promise<NightlyLease | null> {
  const holder = randomUUID()
  const runInTenant = (statement: string, values: object) =>
    inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      trx.raw(statement, { tenantId, holder, now: now(), until: new Date(now().getTime() + leaseMs), ...values }),
    )
  const acquired = await runInTenant(
    `insert into ${table} as known (tenant_id, holder, held_until) values (:tenantId, :holder, :until)
     on conflict (tenant_id) do update set holder = excluded.holder, held_until = excluded.held_until
     where (known.held_until is null or known.held_until <= :now)
       and (known.finished_at is null or known.finished_at <= :completedBefore or :isRequested)
     returning tenant_id`,
    { completedBefore: new Date(now().getTime() - minimumIntervalMs), isRequested },
  )
  if (acquired.rows.length === 0) return null
  return {
    async renew() {
      const renewed = await runInTenant(
        `update ${table} set held_until = :until where tenant_id = :tenantId and holder = :holder
         returning tenant_id`,
        {},
      )
      return renewed.rows.length > 0
    },
    async release(isDone) {
      await runInTenant(
        `update ${table}
         set holder = null, held_until = null, finished_at = case when :isDone then :now::timestamptz else finished_at end
         where tenant_id = :tenantId and holder = :holder`,
        { isDone },
      )
    },
  }
}
