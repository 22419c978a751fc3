import { ContentDamaged, TreeDamaged } from '../../../../shared/repository/damaged.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'

/** Something that was stored cannot be read back. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
  readonly chunk: ChunkId

  constructor(chunk: ChunkId, how: string, options?: ErrorOptions) {
    super(`chunk ${chunk}: ${how}`, options)
    this.chunk = chunk
  }
}

/** The customer's repository has no such chunk. */
export class ChunkMissing extends BackupDamaged {
  override name = 'ChunkMissing'

  constructor(chunk: ChunkId) {
    super(chunk, 'it is not stored')
  }
}

/** The pack that should hold the chunk is gone, or is not what was put there. */
export class ChunkDamaged extends BackupDamaged {
  override name = 'ChunkDamaged'
}

/** Whether reading failed because what is stored is wrong, and will be wrong the next time. */
export function isDamage(error: unknown): error is Error {
  return error instanceof BackupDamaged || error instanceof ContentDamaged || error instanceof TreeDamaged
}
