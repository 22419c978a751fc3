import type { MessageGroup } from '../parameters.ts'

/** What a change of a text consists of, in a few words. */
export const changeSummaries = {
  summary: { changes: 'messages' },
  summary_block_added: { block: 'text' },
  summary_block_removed: { block: 'text' },
  summary_in_block: { block: 'text', changes: 'messages' },
  summary_line_added: { line: 'text' },
  summary_line_removed: { line: 'text' },
  summary_lines_added: { lines: 'count' },
  summary_lines_changed: { added: 'count', removed: 'count' },
  summary_lines_moved: { lines: 'count' },
  summary_lines_removed: { lines: 'count' },
  summary_more: { changes: 'count' },
  summary_setting_changed: { setting: 'text' },
  summary_value_changed: { setting: 'text', from: 'text', to: 'text' },
} as const satisfies MessageGroup
