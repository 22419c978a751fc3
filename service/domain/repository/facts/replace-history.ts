import { randomUUIDv7 } from 'node:crypto'
import type { TenantContext } from '../../kernel/context.ts'
import { type FactValues, pickFacts, sameFacts, updateDevices } from '../../inventory/facts/record-facts.ts'
import type { FactHistory, FactPeriod } from './build-history.ts'

type Context = Pick<TenantContext, 'trx' | 'tenantId'>

/**
 * Replaces the facts of a device by those of its stored versions, and records that it was read. Periods before the
 * earliest stored version remain.
 * @param read the latest and the earliest version that were read, and where the scan was when they were
 * @returns false, and writes nothing, if the device has another latest version by now
 */
export async function replaceHistory(
  context: Context,
  deviceId: string,
  { periods, lineages, current }: FactHistory,
  read: { latest: string | null; earliest: Date | null; afterId: string },
): Promise<boolean> {
  const { trx, tenantId } = context
  await trx.raw('select id from artifacts where tenant_id = ? and device_id = ? order by id for update', [
    tenantId,
    deviceId,
  ])
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select v.id from artifacts a join versions v on v.tenant_id = a.tenant_id and v.artifact_id = a.id
     where a.tenant_id = ? and a.device_id = ? and a.kind = 'text' order by v.captured_at desc, v.id desc limit 1`,
    [tenantId, deviceId],
  )
  if ((rows[0]?.id ?? null) !== read.latest) return false
  const facts = [...lineages]
  await trx.raw(
    `update artifacts a set facts = f.facts::jsonb, facts_rank = f.rank
     from unnest(?::uuid[], ?::text[], ?::int[]) as f (id, facts, rank) where a.tenant_id = ? and a.id = f.id`,
    [
      facts.map(([id]) => id),
      facts.map(([, { values }]) => JSON.stringify(values)),
      facts.map(([, { rank }]) => rank),
      tenantId,
    ],
  )
  if (current && read.earliest) {
    await updateDevices(context, [current])
    await writePeriods(context, deviceId, periods, read.earliest)
  }
  await moveFactScan(context, { id: deviceId, afterId: read.afterId })
  return true
}

/** Moves the scan of a tenant past a device, unless it was reset since `afterId` was read. */
export async function moveFactScan(
  { trx, tenantId }: Context,
  { id, afterId }: { id: string; afterId: string },
): Promise<void> {
  await trx('fact_scans').where({ tenant_id: tenantId, after_id: afterId }).update({ after_id: id })
}

interface HistoryRow extends FactValues {
  first_seen_at: Date
  last_seen_at: Date | null
}

async function writePeriods(
  { trx, tenantId }: Context,
  deviceId: string,
  periods: readonly FactPeriod[],
  earliest: Date,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: HistoryRow[] }>(
    `delete from device_facts where tenant_id = ? and device_id = ? and (last_seen_at is null or last_seen_at >= ?)
     returning *`,
    [tenantId, deviceId, earliest],
  )
  const before = rows
    .filter(({ first_seen_at: at }) => at < earliest)
    .sort((one, other) => one.first_seen_at.getTime() - other.first_seen_at.getTime())
    .map((row) => endedBefore(row, earliest))
  const last = before.at(-1)
  const [first] = periods
  const isSame = last !== undefined && first !== undefined && sameFacts(last.values, first.values)
  const all = isSame
    ? [...before.slice(0, -1), { ...first, firstSeenAt: last.firstSeenAt }, ...periods.slice(1)]
    : [...before, ...periods]
  await trx('device_facts').insert(
    all.map(({ values, firstSeenAt, lastSeenAt }) => ({
      id: randomUUIDv7(),
      tenant_id: tenantId,
      device_id: deviceId,
      ...values,
      first_seen_at: firstSeenAt,
      last_seen_at: lastSeenAt,
    })),
  )
}

function endedBefore(row: HistoryRow, earliest: Date): FactPeriod {
  const { first_seen_at: firstSeenAt, last_seen_at: lastSeenAt } = row
  const end = lastSeenAt !== null && lastSeenAt < earliest ? lastSeenAt : earliest
  return { values: pickFacts(row), firstSeenAt, lastSeenAt: end }
}
