import { message } from '../../../../shared/messages/message.ts'
import { randomUUID } from 'node:crypto'
import type { Knex } from 'knex'
import { type ScopedTransaction, inScope } from '../../../store/scope.ts'
import { lockRepository } from '../chunks/recheck-chunks.ts'
import { type SweepDependencies, SweepStopped } from './sweep-dependencies.ts'

/** The lease of one sweep of one tenant: only its holder may delete. */
export interface SweepLease {
  tenantId: string
  id: string
}

/** A transaction that blocks commits and other sweeps' deletions. */
export interface RemovalContext {
  trx: ScopedTransaction
  tenantId: string
  now: Date
}

/**
 * A sweep without a renewal for this time, in milliseconds, is considered dead. If it is alive, it finds another lease
 * in the row and stops.
 */
const silentMs = 10 * 60 * 1000

/**
 * Acquires the lease, and starts to record the versions committed from now on: those committed before are readable now.
 * @returns null if another replica holds it
 */
export async function acquireSweepLease(
  { knex, now }: SweepDependencies,
  tenantId: string,
): Promise<SweepLease | null> {
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

/**
 * Renews the lease while nothing is deleted.
 * @throws SweepStopped if it was lost
 */
export async function renewSweepLease({ knex, now }: SweepDependencies, lease: SweepLease): Promise<void> {
  await inScope(knex, { kind: 'tenant', tenantId: lease.tenantId }, (trx) => renew(trx, lease, now()))
}

/**
 * Runs one transaction under the lease, which may delete what it finds, in that transaction, to be unreferenced.
 * @throws SweepStopped if the lease was lost
 */
export async function withSweepLease<T>(
  { knex, now, signal }: SweepDependencies,
  lease: SweepLease,
  work: (context: RemovalContext) => PromiseLike<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const { tenantId } = lease
  return inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    await lockRepository({ trx, tenantId }, 'remove')
    const at = now()
    await renew(trx, lease, at)
    return work({ trx, tenantId, now: at })
  })
}

/** Releases the lease: the next sweep may start at once. */
export async function releaseSweepLease({ knex }: SweepDependencies, { tenantId, id }: SweepLease): Promise<void> {
  await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx.raw('update sweeps set round = null where tenant_id = ? and round = ?', [tenantId, id]),
  )
}

async function renew(trx: Knex, { tenantId, id }: SweepLease, now: Date): Promise<void> {
  const { rowCount } = await trx.raw('update sweeps set touched_at = ? where tenant_id = ? and round = ?', [
    now,
    tenantId,
    id,
  ])
  if (rowCount === 0) throw new SweepStopped(message('taken_over'))
}
