import { configReadings } from '../../../../shared/contract/config-answers.ts'
import { AuditRow } from '../../../store/models/audit-row.ts'
import type { ActionContext } from '../context.ts'
import { type TimeOrder, sqlOf } from '../time-order.ts'

export interface AuditFilter {
  crossTenantOnly?: boolean
  /** Any of these actions; actors, objects and outcomes work the same way. */
  actions?: string[]
  actors?: string[]
  /** Only reads of configurations. */
  readingsOnly?: boolean
  objects?: string[]
  objectId?: string
  outcomes?: AuditRow['outcome'][]
  deviceId?: string
  /** Exact name; several tenants may have a device of this name. */
  deviceName?: string
  artifactKey?: string
  since?: Date
  until?: Date
}

const readings = configReadings.map((action) => `'${action}'`).join(', ')

/**
 * Returns audit records in scope, most recent first unless `page` sets another order. `after` is the last record of the
 * previous page.
 */
export function listAudit(
  context: ActionContext,
  filter: AuditFilter,
  page: { limit: number; after: { ts: Date; id: string } | null; order?: TimeOrder },
): Promise<AuditRow[]> {
  const { direction, behind } = sqlOf(page.order)
  const query = AuditRow.query(context.trx)
    .select('audit.*')
    .select(context.trx.raw('(select name from devices where devices.id = audit.device_id) as device_name'))
    .orderBy([
      { column: 'ts', order: direction },
      { column: 'id', order: direction },
    ])
    .limit(page.limit)
  if (context.tenantId !== null) query.where('tenantId', context.tenantId)
  if (filter.crossTenantOnly) query.where('crossTenant', true)
  if (filter.actions) query.whereIn('action', filter.actions)
  if (filter.actors) query.whereIn('actor', filter.actors)
  if (filter.readingsOnly) query.whereRaw(`action in (${readings})`) // literals match the partial index
  if (filter.objects) query.whereIn('object', filter.objects)
  if (filter.objectId) query.where('objectId', filter.objectId)
  if (filter.outcomes) query.whereIn('outcome', filter.outcomes)
  if (filter.deviceId) query.where('deviceId', filter.deviceId)
  if (filter.deviceName) query.whereRaw('device_id in (select id from devices where name = ?)', [filter.deviceName])
  if (filter.artifactKey) query.where('artifactKey', filter.artifactKey)
  if (filter.since) query.where('ts', '>=', filter.since)
  if (filter.until) query.where('ts', '<', filter.until)
  if (page.after) query.whereRaw(`(ts, id) ${behind} (?, ?)`, [page.after.ts, page.after.id])
  return query.execute()
}
