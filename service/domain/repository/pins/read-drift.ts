import { countsIn } from '../../../../shared/platforms/comparable-member.ts'
import type { Unified } from '../../../../shared/diff/unified.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Pin } from '../../../store/models/pin.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { measureTreeChange } from '../chunks/compare-trees.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import { contentRefs } from '../content/content-refs.ts'
import { diffVersions } from '../versions/diff-versions.ts'
import { type FoundVersion, findVersion, nameVersion } from '../versions/find-version.ts'

/** Differences between the latest version of a lineage and the pinned one. */
export interface Drift {
  pin: Pin
  pinned: FoundVersion
  latest: FoundVersion
  /** Lines of a text, entries of a tree; null if they cannot be counted. */
  added: number | null
  removed: number | null
  /** Only for texts. */
  unified: Pick<Unified, 'text' | 'truncated' | 'hunks'> | null
}

/**
 * Compares the pinned version of a lineage with its latest. For a tree it returns counts; the snapshot diff returns its
 * entries.
 * @throws DomainError not_found if no version is pinned, too_large above the comparison limit, is_secret
 */
export async function readDrift(
  contentContext: ContentContext,
  artifactId: string,
  { context }: { context: number },
): Promise<Drift> {
  const sides = await contentContext.inTransaction((context) => findPinned(context, artifactId))
  const { pin, pinned, latest } = sides
  if (pinned.artifact.kind === 'text') {
    const diff = { from: pinned.version.id, to: latest.version.id, context }
    const { text, truncated, hunks, added, removed } = await diffVersions(contentContext, artifactId, diff)
    return { ...sides, added, removed, unified: { text, truncated, hunks } }
  }
  const counts = await countEntries(contentContext, pinned, latest)
  await contentContext.inTransaction((context) => {
    const detail = { from: pinned.version.id, to: latest.version.id }
    return recordAudit(context, 'config.diff', { kind: 'artifact', id: artifactId, tenantId: pin.tenantId, detail })
  })
  return { ...sides, ...counts, unified: null }
}

async function findPinned(context: ActionContext, artifactId: string) {
  const artifact = await Artifact.query(context.trx).findById(artifactId)
  const pin = artifact && (await Pin.query(context.trx).findOne({ tenantId: artifact.tenantId, artifactId }))
  if (!pin) throw notFound()
  const pinned = await findVersion(context, pin.versionId)
  return { pin, pinned, latest: await findVersion(context, artifact.latestVersionId ?? pin.versionId) }
}

async function countEntries(contentContext: ContentContext, pinned: FoundVersion, latest: FoundVersion) {
  const [before, after] = [contentRefs(pinned.version.content).root, contentRefs(latest.version.content).root]
  if (!before || !after) return { added: null, removed: null } // unreadable members cannot be counted
  const counts = countsIn(pinned.platform?.artifacts[pinned.artifact.key]?.archive)
  const reader = contentContext.repository.chunkReader(pinned.version.tenantId)
  return readWhole(contentContext, nameVersion(latest.version), () =>
    measureTreeChange(reader, before, after, createEventLoopYielder(contentContext.signal), counts),
  )
}
