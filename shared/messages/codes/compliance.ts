import type { MessageGroup } from '../parameters.ts'

/** Why devices are not compared with others, and why such a comparison is partial. */
export const compliance = {
  compliance_limit_bytes: { limit: 'bytes' },
  compliance_limit_devices: { limit: 'count' },
  compliance_limit_lines: {},
  compliance_limit_patterns: {},
  compliance_limit_time: { limit: 'seconds' },
  not_compared_damaged: {},
  not_compared_no_version: {},
  not_compared_not_examined: {},
  not_compared_suspicious: {},
  not_compared_too_large: { size: 'bytes', limit: 'bytes' },
} as const satisfies MessageGroup
