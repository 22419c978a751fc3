import type { MessageGroup } from '../parameters.ts'

/** Why a complete capture is suspicious: it is implausible beside another one and awaits review. */
export const suspicions = {
  capture_partial: {},
  capture_shrank: { percent: 'count' },
  closing_lines_missing: {},
  device_groups_fewer: { count: 'count', previous_count: 'count' },
  ends_before_other_artifact: { artifact: 'text' },
  last_section_missing: {},
  master_key_changed: {},
  members_absent: { count: 'count' },
  secrets_masked: {},
  serial_number_changed: { serial: 'text', previous_serial: 'text' },
  statements_missing: { artifact: 'text', count: 'count' },
} as const satisfies MessageGroup
