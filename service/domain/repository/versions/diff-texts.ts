import type { Unified } from '../../../../shared/diff/unified.ts'
import { DomainError, tooLarge } from '../../kernel/domain-error.ts'
import { type ContentContext, readWhole } from '../content/content-context.ts'
import type { TextView } from '../../../../shared/platforms/text-view.ts'
import { viewFor } from '../content/view-for.ts'
import { maskFingerprint } from './masked-fingerprints.ts'
import { type FoundVersion, normalisationOf } from './find-version.ts'
import { readCollected, readNormalised } from './read-text.ts'

export interface DiffOptions {
  /** Unchanged lines around each hunk, 0 to 20. */
  context: number
  /** Text to compare: normalised by the rules of its platform (default), or as collected. */
  text?: 'normalised' | 'raw'
  /** Whether lines that differ only in whitespace count as equal. */
  ignoresWhitespace?: boolean
}

/** The two versions of a comparison. */
export interface DiffSides {
  before: FoundVersion
  after: FoundVersion
}

/** @throws DomainError is_tree, is_secret, too_large above the comparison limit */
export function checkComparable({ limits }: Pick<ContentContext, 'limits'>, { before, after }: DiffSides): void {
  if (before.isSecret || after.isSecret) throw new DomainError('is_secret', { operation: 'compare' })
  if (before.artifact.kind !== 'text' || after.artifact.kind !== 'text') {
    const snapshotIds = [before.snapshotId, after.snapshotId].filter((id) => id !== null)
    const canCompareSnapshots = snapshotIds.length === 2 && before.device.id === after.device.id
    throw new DomainError(
      'is_tree',
      canCompareSnapshots
        ? { operation: 'compare', snapshot_ids: snapshotIds }
        : { operation: 'compare_any', snapshot_ids: [] },
    )
  }
  for (const { version } of [before, after]) {
    if (version.sizeBytes > limits.diffFileBytes) {
      throw tooLarge('comparison', version.sizeBytes, limits.diffFileBytes)
    }
  }
}

/**
 * Compares the texts of two versions that `checkComparable` accepts, as the caller may read them.
 * @throws DomainError permission_missing
 */
export async function diffTexts(
  contentContext: ContentContext,
  { before, after }: DiffSides,
  { context, text = 'normalised', ignoresWhitespace = false }: DiffOptions,
): Promise<Unified> {
  const { limits, workers } = contentContext
  const view = await viewFor(contentContext, before.version.tenantId)
  const readText = text === 'raw' ? readCollected : readNormalised
  const read = (found: FoundVersion) => readText(contentContext, found.version, normalisationOf(found), view)
  const texts = { before: await read(before), after: await read(after) }
  const headers = labelsOf({ before, after }, view)
  return readWhole(contentContext, `versions ${before.version.id} and ${after.version.id}`, () =>
    workers.run('diffTexts', { ...texts, context, maxLines: limits.diffLines, headers, ignoresWhitespace }, [
      texts.before.buffer,
      texts.after.buffer,
    ]),
  )
}

/** Returns the header lines of a unified diff. */
export function labelsOf({ before, after }: DiffSides, view: TextView): string[] {
  return [`--- ${labelOf(before, after, view)}`, `+++ ${labelOf(after, before, view)}`]
}

/**
 * Returns the label by which users choose versions: date and start of the fingerprint as the view shows it, after device and
 * configuration if the other version is of another lineage.
 */
function labelOf({ version, device, artifact }: FoundVersion, other: FoundVersion, view: TextView): string {
  const fingerprint = view === 'whole' ? version.fingerprint : maskFingerprint(view.pseudonymKey, version.fingerprint)
  const label = `${version.capturedAt.toISOString()} ${fingerprint.slice(0, 12)}`
  return version.artifactId === other.version.artifactId ? label : `${device.name} ${artifact.key} ${label}`
}
