import type { FailureCode } from '../shared/contract/failures.ts'

/** Failures that occur only in runs of a service. */
type OfRuns =
  | `restore_${string}`
  | 'network_not_found'
  | 'store_unreachable'
  | 'disk_full'
  | 'deadline_exceeded'
  | 'extra_commands_timeout'
  | 'address_unapproved'
  | 'platform_document_refused'
  | 'superseded'
  | 'agent_lost'
  | 'no_agent'
  | 'internal_error'

/**
 * Exit codes of `collect` and `doctor` for failures of a device: one for each failure, never reused. The second table
 * in docs/agent.md lists the same codes.
 */
export const deviceExitCodes: Readonly<Record<Exclude<FailureCode, OfRuns>, number>> = {
  dns_failure: 30,
  connection_refused: 31,
  connection_timeout: 32,
  host_unreachable: 33,
  connection_lost: 34,
  unsupported_algorithm: 35,
  protocol_error: 36,
  tls_untrusted: 37,
  fingerprint_unapproved: 38,
  fingerprint_rejected: 39,
  auth_failed: 40,
  credential_missing: 41,
  credential_unusable: 42,
  two_factor_required: 43,
  enable_failed: 44,
  privilege_insufficient: 45,
  prompt_timeout: 46,
  command_refused: 47,
  device_busy: 48,
  request_failed: 49,
  output_truncated: 50,
  output_disturbed: 51,
  output_too_large: 52,
  archive_damaged: 53,
  archive_refused: 54,
  shell_not_clean: 55,
  rsync_missing: 56,
  rsync_too_old: 57,
  rsync_failed: 58,
  path_missing: 59,
  path_unreadable: 60,
  options_invalid: 61,
  tree_too_large: 62,
  device_misbehaved: 63,
  platform_unsupported: 64,
}
