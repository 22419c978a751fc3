import type { MessageGroup } from '../parameters.ts'

/** Why devices are not compared with others, and why such a comparison is partial. */
export const fleets = {
  fleet_limit_bytes: { limit: 'bytes' },
  fleet_limit_devices: { limit: 'count' },
  fleet_limit_lines: {},
  fleet_limit_patterns: {},
  fleet_limit_time: { limit: 'seconds' },
  not_compared_damaged: {},
  not_compared_no_version: {},
  not_compared_not_examined: {},
  not_compared_suspicious: {},
  not_compared_too_large: { size: 'bytes', limit: 'bytes' },
} as const satisfies MessageGroup
