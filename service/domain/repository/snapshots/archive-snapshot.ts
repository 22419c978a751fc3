import { formatApiPath } from '../../../../shared/repository/api-path.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { walkTree } from '../../../../shared/repository/tree.ts'
import type { Snapshot } from '../../../store/models/snapshot.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { type ContentContext, readPieces, readWhole } from '../content/content-context.ts'
import { DomainError, tooLarge } from '../../kernel/domain-error.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { begun } from '../versions/open-content.ts'
import {
  type FoundSnapshot,
  findInSnapshot,
  findSnapshot,
  nameSnapshot,
  parseTreePath,
  rootOf,
} from './find-snapshot.ts'
import { writeArchive } from './write-archive.ts'

/** An uncompressed tar stream. */
export interface OpenedArchive {
  /** Without an extension. */
  fileName: string
  body: AsyncIterable<Buffer>
}

/**
 * Opens a directory of a snapshot, or all of it, as a tar archive. The limit applies to the total of all file sizes and
 * is checked before anything is sent.
 * @throws DomainError not_found for a path that is not in the tree, not_a_folder, too_large above the archive limit,
 *   validation_failed for an invalid path
 */
export async function archiveSnapshot(
  contentContext: ContentContext,
  snapshotId: string,
  path: string,
): Promise<OpenedArchive> {
  const treePath = parseTreePath(path)
  const limitBytes = contentContext.limits.archiveBytes
  const { now, ...found } = await contentContext.inTransaction(async (context) => ({
    ...(await findSnapshot(context, snapshotId)),
    now: context.now,
  }))
  const { snapshot } = found
  const { tenantId } = snapshot
  const what = nameSnapshot(snapshot)
  const reader = contentContext.repository.sequentialReader(tenantId)
  const size = await readWhole(contentContext, what, async () => {
    const folder = await findInSnapshot(reader, snapshot, treePath)
    if (folder.type !== 'directory') {
      throw new DomainError('not_a_folder', { path: formatApiPath(treePath), type: folder.type })
    }
    return sizeOf(contentContext, reader, snapshot, treePath)
  })
  if (size > limitBytes) throw tooLarge('archive', size, limitBytes)
  const pace = createEventLoopYielder(contentContext.signal)
  const pieces = writeArchive(reader, rootOf(snapshot), treePath, { limitBytes, pace, now })
  const body = await readWhole(contentContext, what, () => begun(readPieces(contentContext, what, pieces)))
  await contentContext.inTransaction((context) =>
    recordAudit(context, 'config.download', { kind: 'snapshot', id: snapshotId, tenantId, detail: { path } }),
  )
  return { fileName: fileNameOf(found, treePath), body }
}

/** The size in a snapshot's row is that of the whole tree, unless files changed while they were read. */
async function sizeOf(
  contentContext: ContentContext,
  reader: ChunkReader,
  snapshot: Snapshot,
  path: Buffer,
): Promise<number> {
  if (path.length === 0 && snapshot.problems === 0) return snapshot.sizeBytes
  const pace = createEventLoopYielder(contentContext.signal)
  let size = 0
  for await (const { entry } of walkTree(reader, rootOf(snapshot), path)) {
    await pace()
    if (entry.type === 'file') size += entry.content?.size ?? 0
  }
  return size
}

/** Returns `web-1_20250102T030405Z` or `web-1_etc-ssh_20250102T030405Z`. */
function fileNameOf({ snapshot, device }: FoundSnapshot, path: Buffer): string {
  const at = snapshot.capturedAt.toISOString().replace(/[-:]|\.\d+/g, '')
  const folder = formatApiPath(path).replaceAll('/', '-')
  return [device.name, ...(folder ? [folder] : []), at].join('_')
}
