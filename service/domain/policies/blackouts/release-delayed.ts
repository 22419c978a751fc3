import type { SystemContext } from '../../kernel/context.ts'

/** The devices whose blackouts changed; null: all. */
export interface Released {
  tenantId: string | null
  site: string | null
  deviceIds: readonly string[] | null
}

/**
 * Makes delayed starts due: the next tick starts those that no blackout covers any more, and delays the others again.
 */
export async function releaseDelayed(
  { trx, now }: SystemContext,
  { tenantId, site, deviceIds }: Released,
): Promise<void> {
  await trx.raw(
    `update devices set next_run_at = :now, held_until = null
     where held_until is not null and (:tenantId::uuid is null or tenant_id = :tenantId::uuid)
       and (:site::text is null or site = :site::text) and (:deviceIds::uuid[] is null or id = any(:deviceIds::uuid[]))`,
    { now, tenantId, site, deviceIds },
  )
}
