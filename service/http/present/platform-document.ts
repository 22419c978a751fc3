import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { DocumentError } from '../../../shared/platforms/documents/read-document.ts'

type Schemas = components['schemas']

/** Returns the errors of a document, each with its sentence in a locale. */
export function presentDocumentErrors(
  errors: readonly DocumentError[],
  locale: Locale,
): Schemas['PlatformDocumentError'][] {
  return errors.map(({ line, column, path, reason }) => ({
    line,
    column,
    path,
    ...reason,
    message: render(reason, locale),
  }))
}
