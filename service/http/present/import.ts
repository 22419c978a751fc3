import type { components } from '../../../shared/contract/api-types.ts'
import type { Locale } from '../../../shared/messages/create-renderer.ts'
import { render } from '../../../shared/messages/render.ts'
import type { ImportReport, ImportWarning, RejectedLine } from '../../domain/inventory/import-export/import-report.ts'
import { presentFieldErrors } from './field-errors.ts'

type Report = components['schemas']['ImportReport']

/** Returns the report of an import, its sentences in a locale. */
export function presentImport(report: ImportReport, dryRun: boolean, locale: Locale): Report {
  return {
    created: report.created,
    updated: report.updated,
    rejected: report.rejected.map((line) => presentRejected(line, locale)),
    warnings: report.warnings.map((warning) => presentWarning(warning, locale)),
    pending_addresses: report.pendingAddresses,
    dry_run: dryRun,
  }
}

function presentRejected({ row, name, errors }: RejectedLine, locale: Locale): Report['rejected'][number] {
  const presented = presentFieldErrors(errors, locale)
  return {
    row,
    name,
    errors: presented,
    reason: presented.map(({ path, message }) => `${path}: ${message}`).join('; '),
  }
}

function presentWarning({ row, name, warning }: ImportWarning, locale: Locale): Report['warnings'][number] {
  const code = warning.code.replace('import_', '') as components['schemas']['ImportWarningCode']
  return { row, name, code, params: warning.params, message: render(warning, locale) }
}
