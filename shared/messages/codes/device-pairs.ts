import type { MessageGroup } from '../parameters.ts'

/** Why the devices of a pair could not be compared. */
export const devicePairs = {
  pair_changed: {},
  pair_device_decommissioned: { device: 'text' },
  pair_patterns_too_slow: {},
  pair_text_too_large: { device: 'text', size: 'bytes', limit: 'bytes' },
  pair_unreadable: {},
  pair_version_suspicious: { device: 'text' },
  pair_without_text: { device: 'text' },
  pair_without_version: { device: 'text', key: 'text' },
} as const satisfies MessageGroup
