import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { TenantContext } from '../../kernel/context.ts'

/**
 * A chunk that could not be read back counts as not stored from now on, so that whoever has its content sends it again;
 * the pack that brings it takes the mark away, and so does the integrity check when it reads it after all.
 */
export async function markChunkDamaged({ trx, tenantId, now }: TenantContext, id: ChunkId): Promise<void> {
  await trx.raw('update chunks set damaged_at = ? where tenant_id = ? and id = ? and damaged_at is null', [
    now,
    tenantId,
    Buffer.from(id, 'hex'),
  ])
}
