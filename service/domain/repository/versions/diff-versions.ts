import type { Unified } from '../../../../shared/diff/unified.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import { DomainError, notFound, tooLarge } from '../../kernel/domain-error.ts'
import { type FoundVersion, findVersion, normalisationOf } from './find-version.ts'
import { readNormalised, readRaw } from './read-text.ts'

export interface DiffOptions {
  from: string
  to: string
  /** Unchanged lines around each hunk, 0 to 20. */
  context: number
  /** Text to compare: normalised by the platform's rules (default), or as collected. */
  text?: 'normalised' | 'raw'
  /** Whether lines that differ only in whitespace count as equal. */
  ignoresWhitespace?: boolean
}

/**
 * Compares two versions of a lineage, in any order of their dates.
 * @throws DomainError not_found, version_of_other_lineage, is_tree, is_secret, too_large above the comparison limit
 */
export async function diffVersions(
  contentContext: ContentContext,
  artifactId: string,
  { from, to, context: contextLines, text = 'normalised', ignoresWhitespace = false }: DiffOptions,
): Promise<Unified> {
  const { limits, workers } = contentContext
  const { before, after } = await contentContext.inTransaction(async (context) => {
    const sides = {
      before: await findVersionOfLineage(context, artifactId, from),
      after: await findVersionOfLineage(context, artifactId, to),
    }
    rejectTrees(sides)
    for (const { version } of [sides.before, sides.after]) {
      if (version.sizeBytes > limits.diffFileBytes) {
        throw tooLarge('comparison', version.sizeBytes, limits.diffFileBytes)
      }
    }
    return sides
  })
  const of = normalisationOf(before)
  const read = (version: Version) =>
    text === 'raw' ? readRaw(contentContext, version) : readNormalised(contentContext, version, of)
  const texts = { before: await read(before.version), after: await read(after.version) }
  const headers = [`--- ${versionLabel(before.version)}`, `+++ ${versionLabel(after.version)}`]
  const difference = await readWhole(contentContext, `versions ${from} and ${to}`, () =>
    workers.run(
      'diffTexts',
      { ...texts, context: contextLines, maxLines: limits.diffLines, headers, ignoresWhitespace },
      [texts.before.buffer, texts.after.buffer],
    ),
  )
  const { tenantId } = before.version
  await contentContext.inTransaction((context) =>
    recordAudit(context, 'config.diff', { kind: 'artifact', id: artifactId, tenantId, detail: { from, to } }),
  )
  return difference
}

async function findVersionOfLineage(
  context: ActionContext,
  artifactId: string,
  versionId: string,
): Promise<FoundVersion> {
  const version = await Version.query(context.trx).findById(versionId).select('artifactId')
  if (!version) throw notFound()
  if (version.artifactId !== artifactId) throw new DomainError('version_of_other_lineage')
  return findVersion(context, versionId)
}

function rejectTrees({ before, after }: { before: FoundVersion; after: FoundVersion }): void {
  if (before.isSecret) throw new DomainError('is_secret', { operation: 'compare' })
  if (before.artifact.kind === 'text') return
  const snapshotIds = [before.snapshotId ?? '', after.snapshotId ?? '']
  throw new DomainError('is_tree', { operation: 'compare', snapshot_ids: snapshotIds })
}

/** Label by which users choose versions: date and start of the fingerprint. */
function versionLabel({ capturedAt, fingerprint }: Version): string {
  return `${capturedAt.toISOString()} ${fingerprint.slice(0, 12)}`
}
