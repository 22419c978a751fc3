/**
 * Every cause of a failed run. `again`: whether a retry may succeed without a change. The sentences are the messages
 * `failure_<code>` and `advice_<code>`.
 */
export const failures = {
  // connection
  dns_failure: { again: true },
  connection_refused: { again: true },
  connection_timeout: { again: true },
  host_unreachable: { again: true },
  connection_lost: { again: true },
  unsupported_algorithm: { again: false },
  protocol_error: { again: true },

  // trust
  tls_untrusted: { again: false },
  fingerprint_unapproved: { again: false },
  fingerprint_rejected: { again: false },

  address_unapproved: { again: false },

  // login
  auth_failed: { again: false }, // a second attempt could lock the account
  credential_missing: { again: false },
  credential_unusable: { again: false },
  two_factor_required: { again: false },
  enable_failed: { again: false },
  privilege_insufficient: { again: false },

  // session
  prompt_timeout: { again: true },
  command_refused: { again: false },
  device_busy: { again: true },
  request_failed: { again: true },
  output_truncated: { again: true }, // never stored as a version
  output_disturbed: { again: true },
  output_too_large: { again: false },
  extra_commands_timeout: { again: false },

  // archives
  archive_damaged: { again: true },
  archive_refused: { again: false },

  // clouds
  network_not_found: { again: false },

  // trees
  shell_not_clean: { again: false },
  rsync_missing: { again: false },
  rsync_too_old: { again: false },
  rsync_failed: { again: true },
  path_missing: { again: false },
  path_unreadable: { again: false },
  options_invalid: { again: false },
  tree_too_large: { again: false },
  device_misbehaved: { again: false },

  // restoring a configuration
  restore_not_begun: { again: false },
  restore_busy: { again: false },
  restore_refused: { again: false },
  restore_damaged: { again: true },
  restore_unknown: { again: false },
  restore_not_committed: { again: false },
  restore_not_confirmed: { again: false },

  // service
  store_unreachable: { again: true },
  disk_full: { again: true },
  superseded: { again: true },
  deadline_exceeded: { again: true },
  agent_lost: { again: true },
  no_agent: { again: true },
  platform_document_refused: { again: false },
  platform_unsupported: { again: false },
  internal_error: { again: true },
} as const satisfies Record<string, { again: boolean }>

export type FailureCode = keyof typeof failures
