import type { MessageGroup } from '../parameters.ts'

/** Why a command of the client ended without a result. */
export const cli = {
  change_missing: {},
  confirmation_prompt_impossible: {},
  customer_not_found: { name: 'text' },
  name_not_found: { kind: 'word', name: 'text' },
  name_not_unique: { kind: 'word', name: 'text' },
  not_logged_in: { keyring: 'word' },
  nothing_was_changed: {},
  password_not_given: {},
  service_url_missing: {},
  session_file_damaged: { file: 'text' },
  session_file_exposed: { file: 'text' },
  token_variable_empty: {},
} as const satisfies MessageGroup
