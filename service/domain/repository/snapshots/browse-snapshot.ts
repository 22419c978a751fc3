import { formatApiPath } from '../../../../shared/repository/api-path.ts'
import { streamFolder } from '../../../../shared/repository/tree.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { findInSnapshot, findSnapshot, nameSnapshot, parseTreePath } from './find-snapshot.ts'
import type { TreeEntry } from '../../../../shared/repository/tree-entry.ts'

/**
 * Returns the entries of a directory in the byte order of their names.
 * @param page `after`: the name after which the page begins
 * @throws DomainError not_found for a path that is not in the tree, not_a_folder, validation_failed for an invalid
 *   path
 */
export async function browseSnapshot(
  contentContext: ContentContext,
  snapshotId: string,
  path: string,
  page: { limit: number; after: Buffer | null },
): Promise<TreeEntry[]> {
  const treePath = parseTreePath(path)
  const { snapshot } = await contentContext.inTransaction((context) => findSnapshot(context, snapshotId))
  const reader = contentContext.repository.chunkReader(snapshot.tenantId)
  const entries = await readWhole(contentContext, nameSnapshot(snapshot), async () => {
    const folder = await findInSnapshot(reader, snapshot, treePath)
    if (folder.type !== 'directory' || !folder.content) {
      throw new DomainError('not_a_folder', { path: formatApiPath(treePath), type: folder.type })
    }
    const pace = createEventLoopYielder(contentContext.signal)
    const found: TreeEntry[] = []
    for await (const entry of streamFolder(reader, folder.content)) {
      await pace()
      if (page.after && Buffer.compare(entry.name, page.after) <= 0) continue
      found.push(entry)
      if (found.length === page.limit) break
    }
    return found
  })
  const { tenantId } = snapshot
  await contentContext.inTransaction((context) =>
    recordAudit(context, 'snapshot.browse', { kind: 'snapshot', id: snapshotId, tenantId, detail: { path } }),
  )
  return entries
}
