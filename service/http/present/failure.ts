import type { components } from '../../../shared/contract/api-types.ts'
import type { FailureCode } from '../../../shared/contract/failures.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import type { ReceivedFailure } from '../../../shared/messages/failure.ts'
import { renderFailure } from '../../../shared/messages/render.ts'

/** Returns a failure as codes with parameters, with its text in a locale. */
export function presentFailure(failure: ReceivedFailure, locale: Locale): components['schemas']['Failure'] {
  return { ...failure, code: failure.code as FailureCode, message: renderFailure(failure, locale) }
}

/** Returns the failure of an object and its text. */
export function presentError(
  failure: ReceivedFailure | null,
  locale: Locale,
): { error: string | null; failure: components['schemas']['Failure'] | null } {
  const presented = failure && presentFailure(failure, locale)
  return { error: presented && presented.message, failure: presented }
}
