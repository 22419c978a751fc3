import { isMessage } from '../../../../shared/messages/create-renderer.ts'
import { type ReceivedMessage, message } from '../../../../shared/messages/message.ts'

/** Parts of a summary that name or count only. */
const plain: ReadonlySet<string> = new Set([
  ...['summary_block_added', 'summary_block_removed', 'summary_setting_changed', 'summary_more'],
  ...['summary_lines_added', 'summary_lines_removed', 'summary_lines_changed', 'summary_lines_moved'],
])

/**
 * Returns a summary of a change without lines and values of the configuration: it names blocks and settings, and counts
 * lines. Null if nothing remains.
 */
export function maskSummary({ code, params }: ReceivedMessage): ReceivedMessage | null {
  if (plain.has(code)) return { code, params }
  if (code === 'summary_line_added') return message('summary_lines_added', { lines: 1 })
  if (code === 'summary_line_removed') return message('summary_lines_removed', { lines: 1 })
  if (code === 'summary_value_changed')
    return message('summary_setting_changed', { setting: String(params['setting']) })
  if (code !== 'summary' && code !== 'summary_in_block') return null
  const { changes } = params
  const masked = (Array.isArray(changes) ? changes : []).filter(isMessage).flatMap((part) => maskSummary(part) ?? [])
  return masked.length > 0 ? { code, params: { ...params, changes: masked } } : null
}
