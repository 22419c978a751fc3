import type { ReportEntry } from '../../../../shared/platforms/definitions/draft.ts'
import type { DocumentError } from '../../../../shared/platforms/documents/yaml-source.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'
import type { DefinitionToImport } from '../../../workers/tasks/import-platform-definition.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, Actor } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { readSource } from './check-document.ts'

/** The draft of a document, what became of each part of the definition, and what prevents storing the draft. */
export interface DefinitionDraft {
  source: string
  report: ReportEntry[]
  errors: DocumentError[]
}

/**
 * Converts a definition of another product in a thread, and checks the draft by the rules of stored documents.
 * @throws DomainError platform_definition_invalid
 */
export async function draftFromDefinition(
  workers: ServicePool,
  actor: Actor,
  definition: DefinitionToImport,
): Promise<DefinitionDraft> {
  const { from } = definition
  const imported = await workers.run('importPlatformDefinition', definition)
  if (!('source' in imported)) {
    const { errors } = imported
    throw new DomainError('platform_definition_invalid', { from, errors: errors.length }, { documentErrors: errors })
  }
  const { source, report } = imported
  const { errors } = await readSource(workers, actor, source)
  return { source, report, errors }
}

/** Records that a definition was converted. Nothing is stored. */
export async function recordDefinitionImport(
  context: ActionContext,
  { from, names }: DefinitionToImport,
  { report, errors }: DefinitionDraft,
): Promise<void> {
  const lost = report.filter(({ outcome }) => outcome === 'lost').length
  const detail = { platform: names.id, from, parts: report.length, lost, errors: errors.length }
  await recordAudit(context, 'platform.import', { kind: 'platform_document', detail })
}
