import type { components } from '../../../shared/contract/api-types.ts'
import { messageText } from '../language/service-messages.ts'

interface Suspicious {
  suspicions?: components['schemas']['Message'][]
  suspicious?: string[]
}

/** Returns why a version is suspicious, in the language of the console; for an unknown code, the API's sentence. */
export function suspicionTexts({ suspicions = [], suspicious = [] }: Suspicious): string[] {
  return suspicions.map((suspicion, at) => messageText(suspicion) ?? suspicious[at] ?? suspicion.code)
}
