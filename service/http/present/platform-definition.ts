import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { DefinitionDraft } from '../../domain/inventory/platforms/import-definition.ts'
import { presentDocumentErrors } from './platform-document.ts'

/** Returns a draft with the report and the errors in a locale. */
export function presentDefinitionDraft(
  { source, report, errors }: DefinitionDraft,
  locale: Locale,
): components['schemas']['PlatformDefinitionDraft'] {
  return {
    source,
    report: report.map(({ reason, ...part }) => ({ ...part, ...reason, message: render(reason, locale) })),
    errors: presentDocumentErrors(errors, locale),
  }
}
