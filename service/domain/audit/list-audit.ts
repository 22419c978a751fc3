import { AuditRow } from '../../store/models/audit-row.ts'
import type { Call } from '../call.ts'

export interface AuditFilter {
  crossTenantOnly?: boolean
  action?: string
  actor?: string
  since?: Date
  until?: Date
}

/** Records in scope, the most recent first. `after` is where the page before ended. */
export function listAudit(
  call: Call,
  filter: AuditFilter,
  page: { limit: number; after: { ts: Date; id: string } | null },
): Promise<AuditRow[]> {
  const query = AuditRow.query(call.trx)
    .orderBy([
      { column: 'ts', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(page.limit)
  if (call.tenantId !== null) query.where('tenantId', call.tenantId)
  if (filter.crossTenantOnly) query.where('crossTenant', true)
  if (filter.action) query.where('action', filter.action)
  if (filter.actor) query.where('actor', filter.actor)
  if (filter.since) query.where('ts', '>=', filter.since)
  if (filter.until) query.where('ts', '<', filter.until)
  if (page.after) query.whereRaw('(ts, id) < (?, ?)', [page.after.ts, page.after.id])
  return query.execute()
}
