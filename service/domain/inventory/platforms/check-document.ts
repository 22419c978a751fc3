import { compileDocument } from '../../../../shared/platforms/documents/compile-document.ts'
import type { DocumentError } from '../../../../shared/platforms/documents/yaml-source.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'
import type { DocumentRead, DocumentToRead } from '../../../workers/tasks/read-platform-document.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext, Actor } from '../../kernel/context.ts'
import { holds } from '../../kernel/holds.ts'

/** Reads a document in a thread, by the rules of stored documents and the rights of its author. */
export function readSource(
  workers: ServicePool,
  actor: Actor,
  source: string,
  allowedBefore: readonly string[] = [],
  tests: DocumentToRead['tests'] = [],
): Promise<DocumentRead> {
  const mayAllow = holds(actor, 'tenant:manage')
  return workers.run('readPlatformDocument', { source, allowed: mayAllow ? null : allowedBefore, tests })
}

/** Returns the errors of a document that was read, or the platform that it describes, and records the check. */
export async function checkDocument(
  context: ActionContext,
  read: DocumentRead,
): Promise<{ errors: DocumentError[]; platform: Platform | null }> {
  const { errors, extended } = read
  const detail = { platform: extended?.id ?? null, errors: errors.length }
  await recordAudit(context, 'platform.check', { kind: 'platform_document', detail })
  return { errors, platform: extended ? compileDocument(extended) : null }
}
