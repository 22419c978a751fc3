import type { DamageCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import { render } from '../../../../shared/messages/render.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { ContentDamaged, TreeDamaged } from '../../../../shared/repository/damaged.ts'

type DamageMessage = MessageOf<DamageCode>

/** Stored content cannot be read back. */
export class BackupDamaged extends Error {
  override name = 'BackupDamaged'
  readonly chunk: ChunkId
  readonly detail: DamageMessage

  constructor(chunk: ChunkId, detail: DamageMessage, options?: ErrorOptions) {
    super(render(detail, 'en'), options)
    this.chunk = chunk
    this.detail = detail
  }
}

/** The tenant's repository does not contain the chunk. */
export class ChunkMissing extends BackupDamaged {
  override name = 'ChunkMissing'

  constructor(chunk: ChunkId) {
    super(chunk, message('damage_chunk_missing', { chunk }))
  }
}

/** The chunk's pack is missing or damaged. */
export class ChunkDamaged extends BackupDamaged {
  override name = 'ChunkDamaged'

  constructor(chunk: ChunkId, pack: string, cause: Error) {
    super(chunk, message('damage_chunk_in_pack', { chunk, pack, cause: cause.message }), { cause })
  }
}

type Damage = BackupDamaged | ContentDamaged | TreeDamaged

/** Whether a read failed because the stored content is damaged: a retry would fail too. */
export function isDamage(error: unknown): error is Damage {
  return error instanceof BackupDamaged || error instanceof ContentDamaged || error instanceof TreeDamaged
}

/** Returns how stored content is damaged, as a parameter of a message. */
export function damageDetail(error: Damage): DamageMessage {
  if (error instanceof BackupDamaged) return error.detail
  const code = error instanceof ContentDamaged ? 'damage_content' : 'damage_tree'
  return message(code, { cause: error.how })
}
