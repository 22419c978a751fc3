import { message } from '../../../../shared/messages/message.ts'
import type { Knex } from 'knex'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { StoreUnreachable } from '../../../objects/object-store.ts'
import { Pack } from '../../../store/models/pack.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { packObject } from '../chunks/object-names.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import {
  CheckStopped,
  type IntegrityCounts,
  type IntegrityDependencies,
  throwIfStopped,
  unreadableInARow,
} from './integrity-dependencies.ts'
import { type PackCheck, verifyStoredPack } from './verify-stored-pack.ts'
import { readObject } from '../stored-objects/read-object.ts'
import type { KeyedTenant } from '../../kernel/maintenance-tasks/run-for-tenants.ts'
import type { NightlyLease } from '../../kernel/nightly-lease.ts'
import { createReadingPace, quotaOfTonight } from './nightly-quota.ts'
import type { PackedChunk } from '../../../../shared/repository/pack-index.ts'

/** Rows per query. */
const pageSize = 50

/** Packs added since the night before last are always checked. */
const newMs = 48 * 60 * 60 * 1000

/**
 * Reads back tonight's packs of one tenant: those added since the last night, damaged ones, and of the others as many
 * bytes as the period requires, least recently checked first. Each result is stored at once.
 * @throws CheckStopped, StoreUnreachable
 */
export async function checkPacks(
  dependencies: IntegrityDependencies,
  lease: NightlyLease,
  { tenantId, prefix }: KeyedTenant,
  counts: IntegrityCounts,
): Promise<void> {
  const begunAt = dependencies.now()
  const quota = quotaOfTonight(await readBacklog(dependencies, tenantId, begunAt), dependencies.periodDays)
  const pace = createReadingPace(quota, dependencies.pause)
  let inARow = 0

  async function check(pack: Pack): Promise<number> {
    throwIfStopped(dependencies)
    if (!(await lease.renew())) throw new CheckStopped(message('taken_over'))
    const found = await readObject(dependencies.store, packObject(prefix, pack.id))
    inARow = found.state === 'unreadable' ? inARow + 1 : 0
    if (inARow > unreadableInARow)
      throw new StoreUnreachable(message('store_objects_unreadable', { object: packObject(prefix, pack.id) }))
    const placed = await placedIn(dependencies.knex, pack)
    const decision = await verifyStoredPack(found, pack, placed, await dependencies.keys.of(tenantId)) // the keys may change during the night
    await recordDecision(dependencies, pack, decision, counts)
    const read = found.state === 'read' ? found.bytes.length : 0
    counts.packs++
    counts.bytes += read
    await pace(read)
    return read
  }

  const tonight = { tenantId, begunAt, newSince: new Date(begunAt.getTime() - newMs) }
  for (const which of [isNew, isDamaged]) {
    for (
      let page = await due(dependencies.knex, which, tonight);
      page.length > 0;
      page = await due(dependencies.knex, which, tonight)
    ) {
      for (const pack of page) await check(pack)
    }
  }
  for (let left = quota; left > 0;) {
    const page = await due(dependencies.knex, isRolling, tonight)
    if (page.length === 0) return
    for (const pack of page) {
      if (left <= 0) break
      await check(pack)
      left -= pack.size // also for a missing pack, which must not extend the night
    }
  }
}

async function readBacklog({ knex, periodDays }: IntegrityDependencies, tenantId: string, now: Date) {
  const { rows } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx.raw(
      `select coalesce(sum(size), 0)::float8 as total,
              coalesce(sum(size) filter (where coalesce(checked_at, verified_at) < :late), 0)::float8 as overdue
       from packs where tenant_id = :tenantId and status = 'verified'`,
      { tenantId, late: new Date(now.getTime() - periodDays * 24 * 3_600_000) },
    ),
  )
  return rows[0] as { total: number; overdue: number }
}

const isNew = 'checked_at is null and verified_at >= :newSince'
const isDamaged = 'damaged_at is not null and checked_at < :begunAt'
const isRolling = '(checked_at is null or checked_at < :begunAt)'

/** Packs checked since the start of the check are not due again, so each page differs from the one before. */
function due(knex: Knex, which: string, values: { tenantId: string; begunAt: Date; newSince: Date }): Promise<Pack[]> {
  return inScope(knex, { kind: 'tenant', tenantId: values.tenantId }, (trx) =>
    Pack.query(trx)
      .where({ tenantId: values.tenantId, status: 'verified' })
      .whereRaw(which, values)
      .orderByRaw('checked_at nulls first, id')
      .limit(pageSize)
      .execute(),
  )
}

async function placedIn(knex: Knex, { tenantId, id }: Pack): Promise<PackedChunk[]> {
  const { rows } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    trx.raw(
      `select encode(id, 'hex') as id, block_offset as "blockOffset", block_length as "blockLength",
              chunk_offset as "offset", length
       from chunks where tenant_id = ? and pack_id = ?`,
      [tenantId, id],
    ),
  )
  return rows
}

/**
 * Stores the result and reports a change since the last check. Packs that became pending deletion meanwhile are
 * skipped.
 */
async function recordDecision(
  { knex, now, alarm }: IntegrityDependencies,
  { id, tenantId }: Pack,
  { fault, unreadable }: PackCheck,
  counts: IntegrityCounts,
): Promise<void> {
  const at = now()
  const change = await inScope(knex, { kind: 'tenant', tenantId }, async (trx) => {
    const pack = await Pack.query(trx).findById(id).where({ tenantId, status: 'verified' }).forUpdate()
    if (!pack) return null
    await Pack.query(trx)
      .findById(id)
      .patch({
        checkedAt: at,
        damagedAt: fault ? (pack.damagedAt ?? at) : null,
        damageKind: fault?.kind ?? null,
        damage: fault?.words ?? null,
      })
    await markChunks(trx, { tenantId, id, at }, unreadable)
    if ((pack.damagedAt === null) === (fault === null)) return null
    const action = fault ? 'integrity.damaged' : 'integrity.healed'
    const detail = fault ? { kind: fault.kind, what: fault.words, chunks: unreadable.length } : {}
    const outcome = fault ? 'failed' : 'done'
    await recordAudit({ ...serviceActor, tenantId, now: at, trx }, action, { kind: 'pack', id, outcome, detail })
    const data = { what: 'pack' as const, id, ...(fault && { kind: fault.kind, chunks: unreadable.length }) }
    await recordEvents({ trx, now: at }, [{ type: action, tenantId, data }])
    return action
  })
  if (change === 'integrity.healed') counts.healed++
  if (change !== 'integrity.damaged' || !fault) return
  counts.damaged++
  const facts = { tenantId, packId: id, kind: fault.kind, chunks: unreadable.length }
  alarm(`alarm: a pack is damaged: ${fault.words}`, facts)
}

/** In the order of ids, like all writers of chunks. */
async function markChunks(
  trx: Knex.Transaction,
  { tenantId, id, at }: { tenantId: string; id: string; at: Date },
  unreadable: ChunkId[],
): Promise<void> {
  const values = { tenantId, id, at, lost: unreadable.map((chunk) => Buffer.from(chunk, 'hex')) }
  await trx.raw(
    `with changed as (
       select id, id = any(:lost) as is_lost from chunks
       where tenant_id = :tenantId and pack_id = :id and (damaged_at is null) = (id = any(:lost))
       order by id for no key update
     )
     update chunks set damaged_at = case when is_lost then :at::timestamptz end
     from changed where chunks.tenant_id = :tenantId and chunks.id = changed.id`,
    values,
  )
}
