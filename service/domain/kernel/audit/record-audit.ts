import { randomUUIDv7 } from 'node:crypto'
import type { Knex } from 'knex'
import { isPlatformRole } from '../../../../shared/permissions/permissions.ts'
import type { ActionContext, Origin } from '../context.ts'

/** What was acted on: its kind, its id, and the customer whose it is where the call names none. */
export interface AuditObject {
  kind: string
  id?: string | null
  tenantId?: string | null
  /** Facts that explain the record: ids, counts, names. Never a secret, never a line of a configuration. */
  detail?: Record<string, unknown>
  outcome?: 'done' | 'refused' | 'failed'
  /** Of the request, where it is another than the context's: several requests may share a transaction. */
  origin?: Origin
  /** The data of every tenant was read: a platform role's access is marked although no tenant is named. */
  ofAllTenants?: boolean
}

/**
 * Writes one audit record in the call's transaction: what is rolled back was not done, and is not recorded as done.
 * A platform role's access to a customer's data is marked cross-customer, whether `tenant` was named or not.
 */
export async function recordAudit(
  context: Omit<ActionContext, 'keys'>,
  action: string,
  object: AuditObject,
): Promise<void> {
  await context.trx('audit').insert(rowOf(context, action, object))
}

/** One for each of many, in few statements. */
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

/** A statement has at most 65,535 values. */
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

/** Kinds whose rows name a device, by their tables. */
const tablesOfDevices: Record<string, string> = {
  run: 'jobs',
  fingerprint: 'fingerprints',
  artifact: 'artifacts',
  version: 'versions',
  snapshot: 'snapshots',
}

/** The id of the device that a record is about: found now, because retention deletes versions and their snapshots. */
function deviceOf(trx: Knex, { kind, id, detail }: AuditObject): Knex.Value | Knex.Raw {
  if (kind === 'device') return id ?? null
  const told = detail?.['device_id']
  if (typeof told === 'string') return told
  const table = tablesOfDevices[kind]
  return table && id ? trx.raw('(select device_id from ?? where id = ?)', [table, id]) : null
}

function artifactKeyOf(trx: Knex, { kind, id }: AuditObject): null | Knex.Raw {
  if (!id) return null
  if (kind === 'artifact') return trx.raw('(select key from artifacts where id = ?)', [id])
  if (kind !== 'version' && kind !== 'snapshot') return null
  return trx.raw('(select key from artifacts where id = (select artifact_id from ?? where id = ?))', [`${kind}s`, id])
}
