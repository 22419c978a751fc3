import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from '../../kernel/maintenance-tasks/record-run.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'

/** Objects that would be deleted if they were not locked. */
export interface DeferredDeletion {
  objects: number
  /** End of the last lock. */
  until: Date
}

/** Returns locked objects that no version needs; null if there are none. */
export async function readDeferred(
  trx: ScopedTransaction,
  tenantId: string,
  now: Date,
): Promise<DeferredDeletion | null> {
  const { rows } = await trx.raw(
    `select count(*)::int as objects, max(l.locked_until) as until
     from object_locks l join tenant_keys k on k.tenant_id = l.tenant_id
     where l.tenant_id = :tenantId and l.locked_until > :now and (k.destroyed_at is not null or not case l.kind
       when 'pack' then exists (select from packs p where p.tenant_id = l.tenant_id and p.id = l.object_id
                                and p.status = 'verified')
       else exists (select from versions v where v.tenant_id = l.tenant_id and v.id = l.object_id) end)`,
    { tenantId, now },
  )
  const [{ objects, until }] = rows
  return objects > 0 ? { objects, until } : null
}

/** Returns it as a note for the record of a run. */
export function describeDeferred({ objects, until }: DeferredDeletion): MaintenanceReason {
  return message('deletion_deferred', { objects, until: until.toISOString() })
}
