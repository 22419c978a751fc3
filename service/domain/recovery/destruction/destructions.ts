import { Destruction } from '../../../store/models/destruction.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { recordEvents } from '../../outbox/events/record-events.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'

/** All columns except those used only for the execution; the certificate is read separately. */
const shown = [
  ...['id', 'tenantId', 'kind', 'slug', 'name', 'state', 'requestedBy', 'requestedById', 'requestedAt', 'dueAt'],
  ...['withdrawnBy', 'withdrawnAt', 'startedAt', 'completedAt'],
]

/** Returns requests in scope, latest first, after `after`, by time of request and id. */
export function listDestructions(
  { trx }: ActionContext,
  { limit, after }: { limit: number; after: { at: Date; id: string } | null },
): Promise<Destruction[]> {
  const query = Destruction.query(trx)
    .select(...shown)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  return (after ? query.whereRaw('(requested_at, id) < (?, ?)', [after.at, after.id]) : query).execute()
}

/** @throws DomainError not_found */
export async function getDestruction({ trx }: ActionContext, id: string): Promise<Destruction> {
  return (
    (await Destruction.query(trx)
      .select(...shown)
      .findById(id)) ?? Promise.reject(notFound())
  )
}

/** Returns the pending, running or last finished destruction by tenant. */
export async function findDestructions(
  { trx }: ActionContext,
  tenantIds: readonly string[],
): Promise<Map<string, Destruction>> {
  if (tenantIds.length === 0) return new Map()
  const rows = await Destruction.query(trx)
    .select(...shown)
    .whereIn('tenantId', [...tenantIds])
    .whereNot('state', 'withdrawn')
    .orderBy('requestedAt')
    .orderBy('id')
  return new Map(rows.map((row) => [row.tenantId, row]))
}

/**
 * Withdraws a request that is not due yet.
 * @throws DomainError not_found, destruction_begun if it was due
 */
export async function withdrawDestruction(context: ActionContext, id: string): Promise<Destruction> {
  const { trx, now, actor } = context
  const row = await Destruction.query(trx).findById(id).forUpdate()
  if (!row) throw notFound()
  if (row.state === 'withdrawn') return row
  if (row.state !== 'pending' || row.dueAt <= now) {
    throw new DomainError('destruction_begun', { due_at: row.dueAt.toISOString() })
  }
  const withdrawn = await Destruction.query(trx).patchAndFetchById(id, {
    state: 'withdrawn',
    withdrawnBy: actor.name,
    withdrawnAt: now,
  })
  const { tenantId, kind } = row
  await recordAudit(context, 'destruction.withdraw', { kind: 'destruction', id, tenantId, detail: { kind } })
  const data = { destruction_id: id, kind, by: actor.name }
  await recordEvents({ trx, now }, [{ type: 'destruction.withdrawn', tenantId, data }])
  return withdrawn
}

/**
 * Returns the certificate of a finished destruction, for download.
 * @throws DomainError not_found, destruction_unfinished
 */
export async function readCertificate({ trx }: ActionContext, id: string): Promise<string> {
  const row = await Destruction.query(trx).findById(id).select('state', 'certificate')
  if (!row) throw notFound()
  if (row.state === 'done' && row.certificate) return row.certificate
  throw new DomainError('destruction_unfinished')
}
