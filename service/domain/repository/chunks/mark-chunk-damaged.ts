import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { TenantContext } from '../../kernel/context.ts'

/**
 * Marks a chunk that could not be read back as not stored, so that agents upload it again. The pack that contains it
 * clears the mark, as does an integrity check that can read it.
 */
export async function markChunkDamaged({ trx, tenantId, now }: TenantContext, id: ChunkId): Promise<void> {
  await trx.raw('update chunks set damaged_at = ? where tenant_id = ? and id = ? and damaged_at is null', [
    now,
    tenantId,
    Buffer.from(id, 'hex'),
  ])
}
