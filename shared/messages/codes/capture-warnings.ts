import type { MessageGroup } from '../parameters.ts'

/** What to know about a text or a tree that was captured, and why a configuration cannot be restored. */
export const captureWarnings = {
  junos_edits_uncommitted: {},
  junos_root_authentication_missing: {},
  junos_secrets_hidden: { count: 'count' },
  junos_stanzas_denied: { count: 'count' },
  junos_stanzas_omitted: { count: 'count' },
  warning_accounts_missing: {},
  warning_curly_not_loadable: {},
  warning_exclude_unused: { pattern: 'text' },
  warning_factory_password: { accounts: 'texts' },
  warning_fortios_part: {},
  warning_fortios_secrets_masked: { secrets: 'count' },
  warning_junos_not_restorable: { reasons: 'messages' },
  warning_junos_uncommitted: { reasons: 'messages' },
  warning_panos_hashes_masked: { accounts: 'count', names: 'texts' },
  warning_panos_part: { part: 'word' },
  warning_panos_secrets_masked: { secrets: 'count' },
  warning_path_in_another: { path: 'text', other: 'text' },
  warning_path_of_kernel: { path: 'text' },
  warning_path_taken_literally: { path: 'text' },
  warning_tree_denied: { paths: 'count' },
  warning_tree_denied_to_root: { paths: 'count' },
  warning_tree_ended_with_error: { status: 'count' },
  warning_tree_link: { path: 'text' },
} as const satisfies MessageGroup
