import type { MessageGroup } from '../parameters.ts'

/** Faults of a customer's wrapped keys and description. The tombstone codes of `maintenance.ts` occur beside them. */
export const integrity = {
  former_keys_changed: { object: 'text' },
  key_object_differs: { object: 'text' },
  key_object_does_not_open: { object: 'text' },
  key_object_missing: { object: 'text' },
  key_object_unreadable: { object: 'text' },
  keys_do_not_open: { object: 'text', stored: 'word' },
} as const satisfies MessageGroup
