import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { inScope } from '../../store/scope.ts'

/** The right to do a night's work for one customer. It ends automatically when its holder dies. */
export interface Lease {
  /** Holds it for some more minutes. @returns false when another replica has it: then the work is over */
  keep(): Promise<boolean>
  /** @param isDone the night's work was done to its end; otherwise whoever comes next goes on */
  end(isDone: boolean): Promise<void>
}

/** Longer than anything between two calls of `keep`. */
const heldMs = 10 * 60 * 1000

/** The next night comes after this; until then a customer whose work was finished is left alone. */
const restMs = 12 * 60 * 60 * 1000

interface LeaseOptions {
  knex: Knex
  now: () => Date
  /** An administrator asks: also when this night's work is done. */
  isAsked?: boolean
}

/** A row for each customer: holder, held_until, finished_at. */
type TurnTable = 'integrity_checks' | 'object_lock_turns'

/**
 * Takes the turn, in one statement.
 * @returns null when another replica has it, or the work of this night is done and nobody asks for more
 */
export async function acquireLease(
  { knex, now, isAsked = false }: LeaseOptions,
  tenantId: string,
  table: TurnTable = 'integrity_checks',
): Promise<Lease | null> {
  const holder = randomUUID()
  const within = (statement: string, values: object) =>
    inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
      trx.raw(statement, { tenantId, holder, now: now(), until: new Date(now().getTime() + heldMs), ...values }),
    )
  const taken = await within(
    `insert into ${table} as known (tenant_id, holder, held_until) values (:tenantId, :holder, :until)
     on conflict (tenant_id) do update set holder = excluded.holder, held_until = excluded.held_until
     where (known.held_until is null or known.held_until <= :now)
       and (known.finished_at is null or known.finished_at <= :rested or :isAsked)
     returning tenant_id`,
    { rested: new Date(now().getTime() - restMs), isAsked },
  )
  if (taken.rows.length === 0) return null
  return {
    async keep() {
      const kept = await within(
        `update ${table} set held_until = :until where tenant_id = :tenantId and holder = :holder
         returning tenant_id`,
        {},
      )
      return kept.rows.length > 0
    },
    async end(isDone) {
      await within(
        `update ${table}
         set holder = null, held_until = null, finished_at = case when :isDone then :now::timestamptz else finished_at end
         where tenant_id = :tenantId and holder = :holder`,
        { isDone },
      )
    },
  }
}
