import { randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import { isPlatformRole } from '../../../../shared/permissions/permissions.ts'
import type { ActionContext, Origin } from '../context.ts'

/** The object of an action: kind, id, and its tenant if the context has none. */
export interface AuditObject {
  kind: string
  id?: string | null
  tenantId?: string | null
  /** Facts that explain the record: ids, counts, names. Never a secret or a line of a configuration. */
  detail?: Record<string, unknown>
  outcome?: 'done' | 'refused' | 'failed'
  /** Origin of the request if it differs from the context's: several requests may share a transaction. */
  origin?: Origin
  /** Whether data of all tenants was read: a platform role's access is then marked although no tenant is named. */
  ofAllTenants?: boolean
}

/**
 * Writes one audit record in the action's transaction: a rolled-back action leaves no record. A platform role's access
 * to a tenant's data is marked cross-tenant, whether `tenant` was named or not.
 */
export async function recordAudit(
  context: Omit<ActionContext, 'keys'>,
  action: string,
  object: AuditObject,
): Promise<void> {
  await context.trx('audit').insert(rowOf(context, action, object))
}

/** Writes one record for each object, in batches. */
export async function recordAudits(
  context: Omit<ActionContext, 'keys'>,
  action: string,
  objects: readonly AuditObject[],
): Promise<void> {
  for (let at = 0; at < objects.length; at += rowsAtOnce) {
    await context
      .trx('audit')
      .insert(objects.slice(at, at + rowsAtOnce).map((object) => rowOf(context, action, object)))
  }
}

/** PostgreSQL allows 65,535 parameters in a statement. */
const rowsAtOnce = 1_000

function rowOf(context: Omit<ActionContext, 'keys'>, action: string, object: AuditObject) {
  const { tenantId = context.tenantId, origin = context.origin } = object
  return {
    id: randomUUIDv7(),
    tenant_id: tenantId,
    ts: context.now,
    actor: context.actor.name,
    actor_id: context.actor.id,
    role: context.actor.role,
    action,
    object: object.kind,
    object_id: object.id ?? null,
    device_id: deviceOf(context.trx, object),
    artifact_key: artifactKeyOf(context.trx, object),
    outcome: object.outcome ?? 'done',
    cross_tenant:
      context.actor.role !== null &&
      isPlatformRole(context.actor.role) &&
      (tenantId !== null || object.ofAllTenants === true),
    request_id: origin.requestId,
    ip: origin.ip,
    detail: object.detail ? JSON.stringify(object.detail) : null,
  }
}

/** Kinds whose rows name a device, with their tables. */
const tablesOfDevices: Record<string, string> = {
  run: 'jobs',
  fingerprint: 'fingerprints',
  artifact: 'artifacts',
  version: 'versions',
  snapshot: 'snapshots',
}

/**
 * Returns the id of the device that a record is about. It is resolved at write time, because retention deletes versions
 * and snapshots.
 */
function deviceOf(trx: Knex, { kind, id, detail }: AuditObject): Knex.Value | Knex.Raw {
  if (kind === 'device') return id ?? null
  const deviceId = detail?.['device_id']
  if (typeof deviceId === 'string') return deviceId
  const table = tablesOfDevices[kind]
  return table && id ? trx.raw('(select device_id from ?? where id = ?)', [table, id]) : null
}

function artifactKeyOf(trx: Knex, { kind, id }: AuditObject): null | Knex.Raw {
  if (!id) return null
  if (kind === 'artifact') return trx.raw('(select key from artifacts where id = ?)', [id])
  if (kind !== 'version' && kind !== 'snapshot') return null
  return trx.raw('(select key from artifacts where id = (select artifact_id from ?? where id = ?))', [`${kind}s`, id])
}
