import { formatApiPath } from '../../../../shared/repository/api-path.ts'
import type { Content } from '../../../../shared/repository/content.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { DomainError, tooLarge } from '../../kernel/domain-error.ts'
import { type OpenedContent, openContent } from '../versions/open-content.ts'
import { findInSnapshot, findSnapshot, nameSnapshot, parseTreePath } from './find-snapshot.ts'
import type { TreeEntry } from '../../../../shared/repository/tree-entry.ts'

/**
 * Opens the bytes of a file.
 * @throws DomainError not_found for a path that is not in the tree, not_a_file, not_collected if its bytes could not
 *   be collected, too_large above the preview limit, validation_failed for an invalid path
 */
export async function readSnapshotFile(
  contentContext: ContentContext,
  snapshotId: string,
  path: string,
  { download }: { download: boolean },
): Promise<OpenedContent & { fileName: string }> {
  const treePath = parseTreePath(path)
  const { snapshot } = await contentContext.inTransaction((context) => findSnapshot(context, snapshotId))
  const reader = contentContext.repository.chunkReader(snapshot.tenantId)
  const what = nameSnapshot(snapshot)
  const entry = await readWhole(contentContext, what, () => findInSnapshot(reader, snapshot, treePath))
  const content = contentOf(entry, formatApiPath(treePath) || '/')
  const { filePreviewBytes } = contentContext.limits
  if (!download && content.size > filePreviewBytes) {
    throw tooLarge('preview', content.size, filePreviewBytes)
  }
  const opened = await openContent(contentContext, reader, content, { what, download })
  const { tenantId } = snapshot
  await contentContext.inTransaction((context) =>
    recordAudit(context, download ? 'config.download' : 'snapshot.file', {
      kind: 'snapshot',
      id: snapshotId,
      tenantId,
      detail: { path },
    }),
  )
  return { ...opened, fileName: formatApiPath(entry.name) }
}

function contentOf({ type, target, content }: TreeEntry, path: string): Content {
  if (type !== 'file') {
    throw new DomainError('not_a_file', { path, type, target: formatApiPath(target ?? Buffer.alloc(0)) })
  }
  if (!content) throw new DomainError('not_collected', { path })
  return content
}
