import type { MessageGroup } from '../parameters.ts'

/** How stored content is damaged: a parameter of other messages. `cause` is the technical cause, in English. */
export const damage = {
  damage_chunk_in_pack: { chunk: 'text', pack: 'text', cause: 'text' },
  damage_chunk_missing: { chunk: 'text' },
  damage_content: { cause: 'text' },
  damage_tree: { cause: 'text' },
} as const satisfies MessageGroup
