import type { MessageGroup } from '../parameters.ts'

/** Sentences that an earlier version stored and that the conversion to codes did not recognise. */
export const legacy = {
  legacy_text: { text: 'text' },
} as const satisfies MessageGroup
