import type { Request } from 'express'
import type { ScopedTransaction } from '../store/scope.ts'

/**
 * Path parameters, the table in which the named row must be visible to the caller, and the object's kind in the audit
 * log.
 */
const objects: Record<string, { table: string; kind?: string; where?: string }> = {
  customer_id: { table: 'tenants', kind: 'tenant' },
  destruction_id: { table: 'destructions', kind: 'destruction' },
  role_id: { table: 'roles', kind: 'role' },
  user_id: { table: 'users', kind: 'user', where: 'not is_service_account' },
  scim_group_id: { table: 'scim_groups', kind: 'scim_group' },
  service_account_id: { table: 'users', kind: 'user', where: 'is_service_account' },
  session_id: { table: 'sessions', kind: 'session' },
  factor_id: { table: 'second_factors' }, // audited as its user
  token_id: { table: 'api_tokens', kind: 'token' },
  agent_id: { table: 'agents', kind: 'agent' },
  credential_id: { table: 'credentials', kind: 'credential' },
  golden_id: { table: 'golden_configurations', kind: 'golden_configuration' },
  approval_id: { table: 'approvals', kind: 'approval' },
  copy_id: { table: 'break_glass_copies', kind: 'break_glass_copy' },
  pair_id: { table: 'device_pairs', kind: 'device_pair' },
  command_id: { table: 'extra_commands', kind: 'extra_command' },
  document_id: { table: 'platform_documents', kind: 'platform_document' },
  device_id: { table: 'devices', kind: 'device' },
  fingerprint_id: { table: 'fingerprints', kind: 'fingerprint' },
  fleet_id: { table: 'fleets', kind: 'fleet' },
  run_id: { table: 'jobs', kind: 'run' },
  artifact_id: { table: 'artifacts', kind: 'artifact' },
  version_id: { table: 'versions', kind: 'version' },
  snapshot_id: { table: 'snapshots', kind: 'snapshot' },
  webhook_id: { table: 'notification_channels', kind: 'webhook', where: `kind = 'webhook'` },
  channel_id: { table: 'notification_channels', kind: 'notification_channel' },
  event_id: { table: 'events', kind: 'event' },
  report_schedule_id: { table: 'report_schedules', kind: 'report_schedule' },
  sent_report_id: { table: 'sent_reports', kind: 'sent_report' },
  delivery_id: { table: 'notification_deliveries' }, // audited as its channel
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function isUuid(text: string): boolean {
  return uuid.test(text)
}

/** An object that a request names by id. It may not exist. */
export interface NamedObject {
  table: string
  kind?: string
  id: string
  /** A condition in SQL that the row must also meet. */
  where?: string
}

/** Returns the objects that the path names, in order. */
export function objectsInPath(req: Pick<Request, 'openapi'>): NamedObject[] {
  return Object.entries(req.openapi?.pathParams ?? {}).flatMap(([name, id]) => {
    const object = objects[name]
    return object && uuid.test(id) ? [{ ...object, id }] : []
  })
}

/** Returns the object of the request's audit record: the last one of the path that has a kind. */
export function objectOfRequest(req: Pick<Request, 'openapi'>): NamedObject | undefined {
  return objectsInPath(req).findLast(({ kind }) => kind !== undefined)
}

/** Returns the tenant that an object belongs to; null if the object has no tenant or is not visible. */
export async function tenantOfObject(
  trx: ScopedTransaction,
  { table, id }: Pick<NamedObject, 'table' | 'id'>,
): Promise<string | null> {
  if (table === 'tenants') return id
  const row = await trx(table).where({ id }).first('tenant_id')
  return row?.tenant_id ?? null
}
