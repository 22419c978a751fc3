import type { MessageGroup } from '../parameters.ts'

/** What to know about a restore, or about the state of the device that it found. */
export const restoreWarnings = {
  warning_restore_configuration_mode_open: {},
  warning_restore_history_without_rollback: {},
  warning_restore_other_commit_pending: {},
  warning_restore_session_ended: { failure: 'sentences' },
} as const satisfies MessageGroup
