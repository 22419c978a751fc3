import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { FieldError } from '../../domain/kernel/domain-error.ts'

/** Returns field errors as codes with parameters, each with its sentence in a locale. */
export function presentFieldErrors(
  errors: readonly FieldError[],
  locale: Locale,
): components['schemas']['FieldError'][] {
  return errors.map(({ path, error }) => ({ path, ...error, message: render(error, locale) }))
}
