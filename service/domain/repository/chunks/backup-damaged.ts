import { ContentDamaged, TreeDamaged } from '../../../../shared/repository/damaged.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'

/** Stored content cannot be read back. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
  readonly chunk: ChunkId

  constructor(chunk: ChunkId, how: string, options?: ErrorOptions) {
    super(`chunk ${chunk}: ${how}`, options)
    this.chunk = chunk
  }
}

/** The tenant's repository does not contain the chunk. */
export class ChunkMissing extends BackupDamaged {
  override name = 'ChunkMissing'

  constructor(chunk: ChunkId) {
    super(chunk, 'it is not stored')
  }
}

/** The chunk's pack is missing or damaged. */
export class ChunkDamaged extends BackupDamaged {
  override name = 'ChunkDamaged'
}

/** Whether a read failed because the stored content is damaged: a retry would fail too. */
export function isDamage(error: unknown): error is Error {
  return error instanceof BackupDamaged || error instanceof ContentDamaged || error instanceof TreeDamaged
}
