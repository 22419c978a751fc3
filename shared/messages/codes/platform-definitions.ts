import type { MessageGroup } from '../parameters.ts'

/** What became of each part of a definition of another product, and why a definition cannot be read. */
export const platformDefinitions = {
  definition_alternatives: {},
  definition_answers_ahead: {},
  definition_assumed: { key: 'text' },
  definition_carried: { key: 'text' },
  definition_command_refused: { reason: 'message' },
  definition_default_login: {},
  definition_enable_refused: { command: 'text' },
  definition_exclude_needless: {},
  definition_instruction_unknown: { key: 'text' },
  definition_key_unknown: { key: 'text' },
  definition_logout_refused: { command: 'text' },
  definition_mode_not_entered: { mode: 'text', reading: 'text' },
  definition_mode_required: { mode: 'text' },
  definition_mode_unknown: { mode: 'text' },
  definition_not_ascii: {},
  definition_parser_name: {},
  definition_pattern_refused: { reason: 'message' },
  definition_prompt_of_modes: {},
  definition_prompt_unsplit: {},
  definition_rights_indistinct: { mode: 'text', reading: 'text' },
  definition_too_many: { max: 'count' },
  definition_transition_needless: { mode: 'text' },
} as const satisfies MessageGroup
