import { Device } from '../../../store/models/device.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { type FactValues, historyFacts, pickFacts } from './record-facts.ts'

/** The facts that a device showed over a period. */
export interface ShownFactPeriod {
  values: FactValues
  /** Facts that differ from the period before, where both are known. */
  changed: (typeof historyFacts)[number][]
  firstSeenAt: Date
  /** For the current period, when a version with facts was last seen. */
  lastSeenAt: Date
  isCurrent: boolean
}

/**
 * Returns the periods of a device's facts, latest first, after the previous page.
 * @throws DomainError not_found
 */
export async function listFactPeriods(
  { trx }: ActionContext,
  deviceId: string,
  { limit, before }: { limit: number; before: Date | null },
): Promise<ShownFactPeriod[]> {
  const device = await Device.query(trx).findById(deviceId).select('tenantId')
  if (!device) throw notFound()
  const { rows } = await trx.raw<{ rows: PeriodRow[] }>(
    `select h.hostname, h.vendor, h.model, h.serial, h.os_version, h.first_seen_at, h.last_seen_at, (
       select greatest(h.first_seen_at, max(v.last_seen_at)) from artifacts a
       join versions v on v.tenant_id = a.tenant_id and v.id = a.latest_version_id
       where a.tenant_id = h.tenant_id and a.device_id = h.device_id and a.facts is not null) as current_seen_at
     from device_facts h where h.tenant_id = ? and h.device_id = ? and h.first_seen_at < ?
     order by h.first_seen_at desc limit ?`,
    [device.tenantId, deviceId, before ?? 'infinity', limit + 1], // the period before the last one on the page
  )
  return rows.slice(0, limit).map((row, at) => {
    const values = pickFacts(row)
    const earlier = rows[at + 1]
    return {
      values,
      changed: earlier ? historyFacts.filter((name) => values[name] && earlier[name] && values[name] !== earlier[name]) : [], // prettier-ignore
      firstSeenAt: row.first_seen_at,
      lastSeenAt: row.last_seen_at ?? row.current_seen_at ?? row.first_seen_at,
      isCurrent: row.last_seen_at === null,
    }
  })
}

interface PeriodRow extends FactValues {
  first_seen_at: Date
  last_seen_at: Date | null
  current_seen_at: Date | null
}
