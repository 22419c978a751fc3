import type { components } from '../../../shared/contract/api-types.ts'
import { messageText } from '../language/service-messages.ts'

type Summarised = Pick<components['schemas']['Version'], 'summary' | 'summary_message'>

/** Returns what changed in a version, in the language of the console; for an unknown code, the API's sentence. */
export function summaryText({ summary, summary_message: message }: Summarised): string | null {
  return (message && messageText(message)) ?? summary
}
