import { configReadings } from '../../../shared/contract/config-readings.ts'
import { AuditRow } from '../../store/models/audit-row.ts'
import type { Call } from '../call.ts'
import { type TimeOrder, sqlOf } from '../time-order.ts'

export interface AuditFilter {
  crossTenantOnly?: boolean
  action?: string
  actor?: string
  /** Only who has read of a configuration. */
  readingsOnly?: boolean
  object?: string
  objectId?: string
  outcome?: AuditRow['outcome']
  since?: Date
  until?: Date
}

const readings = configReadings.map((action) => `'${action}'`).join(', ')

/** Records in scope, the most recent first unless the page says otherwise. `after` is where the page before ended. */
export function listAudit(
  call: Call,
  filter: AuditFilter,
  page: { limit: number; after: { ts: Date; id: string } | null; order?: TimeOrder },
): Promise<AuditRow[]> {
  const { direction, behind } = sqlOf(page.order)
  const query = AuditRow.query(call.trx)
    .orderBy([
      { column: 'ts', order: direction },
      { column: 'id', order: direction },
    ])
    .limit(page.limit)
  if (call.tenantId !== null) query.where('tenantId', call.tenantId)
  if (filter.crossTenantOnly) query.where('crossTenant', true)
  if (filter.action) query.where('action', filter.action)
  if (filter.actor) query.where('actor', filter.actor)
  if (filter.readingsOnly) query.whereRaw(`action in (${readings})`) // in full: PostgreSQL knows its index by it
  if (filter.object) query.where('object', filter.object)
  if (filter.objectId) query.where('objectId', filter.objectId)
  if (filter.outcome) query.where('outcome', filter.outcome)
  if (filter.since) query.where('ts', '>=', filter.since)
  if (filter.until) query.where('ts', '<', filter.until)
  if (page.after) query.whereRaw(`(ts, id) ${behind} (?, ?)`, [page.after.ts, page.after.id])
  return query.execute()
}
