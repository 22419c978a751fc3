import type { Unified } from '../../../../shared/diff/unified.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { getDocumentVersion } from './document-view.ts'

/** A document has at most 64 KiB, so its difference is complete. */
const maxLines = 200_000

/**
 * Compares the sources of two versions of a document.
 * @throws DomainError not_found for an unknown document or version
 */
export async function diffDocument(
  inTransaction: <T>(work: (context: ActionContext) => Promise<T>) => Promise<T>,
  workers: ServicePool,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<Unified> {
  const { before, after } = await inTransaction(async (context) => ({
    before: await getDocumentVersion(context, id, from),
    after: await getDocumentVersion(context, id, to),
  }))
  return workers.run('diffTexts', {
    before: Buffer.from(before.source),
    after: Buffer.from(after.source),
    context: 3,
    maxLines,
    headers: [`--- version ${from}`, `+++ version ${to}`],
    ignoresWhitespace: false,
  })
}
