import type { ShownHunk } from '../../../../shared/diff/unified.ts'
import { formatApiPath } from '../../../../shared/repository/api-path.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { readContent } from '../../../../shared/repository/content.ts'
import { findEntry } from '../../../../shared/repository/tree.ts'
import { Snapshot } from '../../../store/models/snapshot.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { requireSecrets } from '../content/view-for.ts'
import { DomainError, notFound, tooLarge } from '../../kernel/domain-error.ts'
import { type EntryChange, type TreeChange, changesOf, compareTrees } from '../chunks/compare-trees.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { type ArchiveOf, archiveOf, comparedBytes, createMemberCheck } from './archive-members.ts'
import { findSnapshot, nameSnapshot, parseTreePath, rootOf } from './find-snapshot.ts'
import type { TreeEntry } from '../../../../shared/repository/tree-entry.ts'

/** Differences below a path. `shown` contains at most the line limit; the counts include all. */
export interface FolderDifference {
  type: 'folder'
  shown: MemberChange[]
  counts: { added: number; removed: number; modified: number }
}

/** Of archives, each member has a flag whether it changes the archive. */
export type MemberChange = TreeChange & { isCounted?: boolean }

/** Differences of a file. A file on one side only is compared with empty content. */
export interface FileDifference {
  type: 'file'
  unified: string
  added: number
  removed: number
  truncated: boolean
  /** The hunks in `unified`. */
  hunks: ShownHunk[]
  /** Not a text: only whether it differs is returned. */
  binary: boolean
  /** Normalised by the rules of its platform, without volatile lines. */
  normalised: boolean
  changes: EntryChange[]
}

export interface SnapshotDiffOptions {
  /** The newer side. */
  other: string
  path: string
  /** Unchanged lines around each hunk, 0 to 20. */
  context: number
  /** Whether lines that differ only in whitespace count as equal. */
  ignoresWhitespace?: boolean
}

/**
 * Compares one path of two snapshots of a device: the raw bytes of a file, or everything below a directory. Members of
 * archives that are texts of the platform are normalised first.
 * @throws DomainError not_found for a missing snapshot or a path that is in neither, snapshots_of_different_devices,
 *   permission_missing for a file without permission for secrets, too_large for a file above the comparison limit, validation_failed for an invalid path
 */
export async function diffSnapshots(
  contentContext: ContentContext,
  snapshotId: string,
  { other, path, context, ignoresWhitespace = false }: SnapshotDiffOptions,
): Promise<FolderDifference | FileDifference> {
  const treePath = parseTreePath(path)
  const sides = await contentContext.inTransaction(async (context) => {
    const { snapshot, device } = await findSnapshot(context, snapshotId)
    const newer = await Snapshot.query(context.trx).findById(other)
    if (!newer) throw notFound()
    if (newer.deviceId !== snapshot.deviceId) throw new DomainError('snapshots_of_different_devices')
    return { older: snapshot, newer, archive: await archiveOf(context, snapshot, device.platform) }
  })
  const { tenantId } = sides.older
  const reader = contentContext.repository.chunkReader(tenantId)
  const what = `${nameSnapshot(sides.older)} or ${nameSnapshot(sides.newer)}`
  const difference = await readWhole(contentContext, what, async () => {
    const before = await findEntry(reader, rootOf(sides.older), treePath)
    const after = await findEntry(reader, rootOf(sides.newer), treePath)
    if (!before && !after) throw notFound()
    if (before?.type !== 'directory' && after?.type !== 'directory') requireSecrets(contentContext)
    return before?.type === 'directory' || after?.type === 'directory'
      ? diffFolders(contentContext, reader, { path: treePath, archive: sides.archive }, before, after)
      : diffFiles(contentContext, reader, { path: treePath, archive: sides.archive }, before, after, {
          context,
          ignoresWhitespace,
          labels: labelsOf(sides, treePath),
        })
  })
  // one record for each configuration that was read
  const isOneLineage = sides.older.artifactId === sides.newer.artifactId
  const read = [{ id: snapshotId, other }, ...(isOneLineage ? [] : [{ id: other, other: snapshotId }])]
  await contentContext.inTransaction(async (context) => {
    for (const { id, other: comparedWith } of read) {
      const detail = { other: comparedWith, path }
      await recordAudit(context, 'snapshot.diff', { kind: 'snapshot', id, tenantId, detail })
    }
  })
  return difference
}

/** A position in a snapshot. */
interface Place {
  path: Buffer
  archive: ArchiveOf | undefined
}

async function diffFolders(
  { limits, signal, workers }: ContentContext,
  reader: ChunkReader,
  { path, archive }: Place,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
): Promise<FolderDifference> {
  const shown: MemberChange[] = []
  const counts = { added: 0, removed: 0, modified: 0 }
  const visit = (change: TreeChange) => {
    counts[kindOf(change)]++
    if (shown.length < limits.diffLines) shown.push(change)
  }
  const pace = createEventLoopYielder(signal)
  await compareTrees(reader, path, before, after, visit, pace)
  if (!archive) return { type: 'folder', shown, counts }
  const checkMember = createMemberCheck(archive, reader, workers)
  for (const change of shown) {
    await pace()
    change.isCounted = await checkMember(change)
  }
  return { type: 'folder', shown, counts }
}

/** Whether a path was added, removed or modified. */
export function kindOf({ before, after }: TreeChange): 'added' | 'removed' | 'modified' {
  return before && after ? 'modified' : after ? 'added' : 'removed'
}

async function diffFiles(
  { limits, workers }: ContentContext,
  reader: ChunkReader,
  { path, archive }: Place,
  before: TreeEntry | undefined,
  after: TreeEntry | undefined,
  settings: { context: number; ignoresWhitespace: boolean; labels: [string, string] },
): Promise<FileDifference> {
  for (const size of [sizeOf(before), sizeOf(after)]) {
    if (size > limits.diffFileBytes) throw tooLarge('comparison', size, limits.diffFileBytes)
  }
  const changes = before && after ? changesOf(before, after) : []
  const raw = { before: await bytesOf(reader, before), after: await bytesOf(reader, after) }
  const none = { type: 'file' as const, unified: '', added: 0, removed: 0, truncated: false, hunks: [], changes }
  if (raw.before.includes(0) || raw.after.includes(0)) return { ...none, binary: true, normalised: false }
  const texts = {
    before: await comparedBytes(workers, archive, path, raw.before),
    after: await comparedBytes(workers, archive, path, raw.after),
  }
  const normalised = texts.before !== raw.before || texts.after !== raw.after
  const headers = [`--- ${settings.labels[0]}`, `+++ ${settings.labels[1]}`]
  const { text, ...counted } = await workers.run('diffTexts', {
    ...texts,
    context: settings.context,
    ignoresWhitespace: settings.ignoresWhitespace,
    maxLines: limits.diffLines,
    headers,
  })
  return { ...none, ...counted, unified: text, binary: false, normalised }
}

/** A link is compared by the text of its target; entries without content are empty. */
async function bytesOf(reader: ChunkReader, entry: TreeEntry | undefined): Promise<Buffer> {
  if (entry?.target) return entry.target
  if (!entry?.content) return Buffer.alloc(0)
  return Buffer.concat(await Array.fromAsync(readContent(reader, entry.content)))
}

function sizeOf(entry: TreeEntry | undefined): number {
  return entry?.content?.size ?? 0
}

function labelsOf(sides: { older: Snapshot; newer: Snapshot }, path: Buffer): [string, string] {
  const label = ({ capturedAt }: Snapshot) => `/${formatApiPath(path)} ${capturedAt.toISOString()}`
  return [label(sides.older), label(sides.newer)]
}
