import type { components } from '../../../../shared/contract/api-types.ts'
import { messageText } from '../../language/service-messages.ts'

type Reasons = Pick<components['schemas']['LastKnownGood'], 'failing' | 'reasons'>

/** Returns why a version is not known to be good, in the language of the console; for an unknown code, the API's sentence. */
export function goodTexts({ failing, reasons }: Reasons): string[] {
  return failing.map((one, at) => messageText(one) ?? reasons[at] ?? one.code)
}
