import type { MessageGroup } from '../parameters.ts'

/** What is wrong with the arguments of a command. */
export const commandLine = {
  argument_missing: { argument: 'text' },
  argument_unexpected: { argument: 'text' },
  command_missing: {},
  command_unknown: { command: 'text' },
  option_not_accepted: { command: 'text', option: 'text' },
  option_not_one_of: { option: 'text', given: 'text', choices: 'texts' },
  option_repeated: { option: 'text' },
  option_unknown: { option: 'text' },
  option_value_invalid: { option: 'text', given: 'text', expected: 'word' },
  option_value_missing: { option: 'text' },
  option_value_unexpected: { option: 'text' },
  options_exclusive: { options: 'texts' },
  options_of_one_device: { options: 'texts' },
  options_missing: { options: 'texts' },
} as const satisfies MessageGroup
