import { message } from '../../../../shared/messages/message.ts'
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { lockRepository } from '../chunks/recheck-chunks.ts'
import { type SweepDependencies, SweepStopped } from './sweep-dependencies.ts'

/** One sweep of one customer, the only one that may remove anything of it. */
export interface SweepLease {
  tenantId: string
  id: string
}

/** A transaction in which nobody commits and no other sweep removes. */
export interface RemovalContext {
  trx: ScopedTransaction
  tenantId: string
  now: Date
}

/** A sweep that was not heard of for so long has died. If it has not, it finds another round in the row, and stops. */
const silentMs = 10 * 60 * 1000

/**
 * Begins a round, and with it the record of the versions that are committed from now on: those that were committed
 * before can all be read now.
 * @returns null when another replica is at it
 */
export async function beginRound({ knex, now }: SweepDependencies, tenantId: string): Promise<SweepLease | null> {
  return inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    await lockRepository({ trx, tenantId }, 'remove')
    const at = now().getTime()
    const { rows } = await trx.raw(
      `insert into sweeps (tenant_id, round, touched_at) values (:tenantId, :id, :now)
       on conflict (tenant_id) do update set round = excluded.round, touched_at = excluded.touched_at
       where sweeps.round is null or sweeps.touched_at not between :silentSince and :ahead
       returning round as id`,
      {
        tenantId,
        id: randomUUID(),
        now: new Date(at),
        silentSince: new Date(at - silentMs),
        ahead: new Date(at + silentMs),
      },
    )
    if (rows.length === 0) return null
    await trx.raw('delete from unmarked_versions where tenant_id = ?', [tenantId])
    return { tenantId, id: rows[0].id }
  })
}

/** Says that the round is alive, while nothing is removed. @throws SweepStopped when it is not any more */
export async function touchRound({ knex, now }: SweepDependencies, round: SweepLease): Promise<void> {
  await inScope(knex, { kind: 'tenant', tenantId: round.tenantId }, (trx) => hold(trx, round, now()))
}

/**
 * One transaction of a round, in which it may remove what it finds, in that transaction, to be referred to by nothing.
 * @throws SweepStopped when the round was ended by another one
 */
export async function inRound<T>(
  { knex, now, signal }: SweepDependencies,
  round: SweepLease,
  work: (context: RemovalContext) => PromiseLike<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const { tenantId } = round
  return inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    await lockRepository({ trx, tenantId }, 'remove')
    const at = now()
    await hold(trx, round, at)
    return work({ trx, tenantId, now: at })
  })
}

/** Lets the next one begin at once. */
export async function endRound({ knex }: SweepDependencies, { tenantId, id }: SweepLease): Promise<void> {
  await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx.raw('update sweeps set round = null where tenant_id = ? and round = ?', [tenantId, id]),
  )
}

async function hold(trx: Knex, { tenantId, id }: SweepLease, now: Date): Promise<void> {
  const { rowCount } = await trx.raw('update sweeps set touched_at = ? where tenant_id = ? and round = ?', [
    now,
    tenantId,
    id,
  ])
  if (rowCount === 0) throw new SweepStopped(message('taken_over'))
}
