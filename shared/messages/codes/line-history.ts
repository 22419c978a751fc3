import type { MessageGroup } from '../parameters.ts'

/** Why a line may be older than its history shows, and why a history ends early. */
export const lineHistory = {
  line_first_version_deleted: {},
  line_history_limit_bytes: { limit: 'bytes' },
  line_history_limit_time: { limit: 'seconds' },
  line_history_limit_versions: { limit: 'count' },
  line_older_versions_not_examined: {},
  line_predecessor_unknown: {},
  line_versions_between_deleted: {},
  line_versions_unreadable: { versions: 'count' },
} as const satisfies MessageGroup
