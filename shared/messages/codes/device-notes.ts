import type { MessageGroup } from '../parameters.ts'

/** What to know about a change of many devices. */
export const deviceNotes = {
  note_nothing_changed: { rejected: 'count' },
  note_options_replaced: { devices: 'count' },
} as const satisfies MessageGroup
