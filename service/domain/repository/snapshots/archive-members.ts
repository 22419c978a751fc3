import { countedMember } from '../../../../shared/platforms/comparable-member.ts'
import type { ArchiveDescription } from '../../../../shared/platforms/platform.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import type { ChunkReader } from '../../../../shared/repository/chunk-writer.ts'
import { readContent } from '../../../../shared/repository/content.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import type { Snapshot } from '../../../store/models/snapshot.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'
import type { ActionContext } from '../../kernel/context.ts'
import type { EntryChange, TreeChange } from '../chunks/compare-trees.ts'
import type { TreeEntry } from '../../../../shared/repository/tree-entry.ts'

/** An archive whose members are compared. */
export interface ArchiveOf {
  /** Its id. */
  platform: string
  description: ArchiveDescription
}

/** Returns the archive whose members a snapshot of this platform contains; undefined for a tree. */
export async function archiveOf(
  { trx }: ActionContext,
  snapshot: Snapshot,
  platform: string,
): Promise<ArchiveOf | undefined> {
  const { key } = await Artifact.query(trx).findById(snapshot.artifactId).throwIfNotFound()
  const description = platformById(platform)?.artifacts[key]?.archive
  return description && { platform, description }
}

/** Returns the bytes of a member for comparison: a text normalised by the rules of its artifact, others unchanged. */
export async function comparedBytes(
  workers: Pick<ServicePool, 'run'>,
  archive: ArchiveOf | undefined,
  path: Buffer,
  raw: Buffer,
): Promise<Buffer> {
  const key = archive && countedMember(archive.description, path, raw.length)?.text
  if (archive === undefined || key === undefined) return raw
  const { buffer } = await workers.run('normaliseText', { platform: archive.platform, key, raw, view: 'whole' })
  return Buffer.from(buffer)
}

/** Maximum bytes of texts read for one response; members beyond it count as different. */
const readBytes = 64 * 1024 * 1024

/**
 * Returns a function that decides whether changed members change the archive: members that the description excludes do
 * not, nor do texts that are equal after normalisation.
 */
export function createMemberCheck(archive: ArchiveOf, reader: ChunkReader, workers: Pick<ServicePool, 'run'>) {
  let leftBytes = readBytes

  async function saysTheSame(path: Buffer, before: TreeEntry, after: TreeEntry): Promise<boolean> {
    const texts = [before, after].map(({ size }) => countedMember(archive.description, path, size)?.text)
    if (!before.content || !after.content || texts.includes(undefined)) return false
    leftBytes -= before.size + after.size
    if (leftBytes < 0) return false
    const [one, other] = [await compared(path, before), await compared(path, after)]
    return one.equals(other)
  }

  async function compared(path: Buffer, { content }: TreeEntry): Promise<Buffer> {
    const raw = content ? Buffer.concat(await Array.fromAsync(readContent(reader, content))) : Buffer.alloc(0)
    return comparedBytes(workers, archive, path, raw)
  }

  return async ({ path, before, after, changes }: TreeChange): Promise<boolean> => {
    const isMember = [before, after].some(
      (side) => side && side.type !== 'directory' && countedMember(archive.description, path, side.size),
    )
    if (!isMember) return false
    if (!before || !after) return true
    if (!changes.some((change) => telling.has(change))) return false
    return before.type !== after.type || !(await saysTheSame(path, before, after))
  }
}

/** An export creates new modes, owners and times. */
const telling: ReadonlySet<EntryChange> = new Set<EntryChange>(['type', 'content', 'size', 'target'])
