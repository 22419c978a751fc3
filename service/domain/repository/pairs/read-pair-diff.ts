import { message } from '../../../../shared/messages/message.ts'
import type { DeclaredDifference } from '../../../../shared/diff/declared-differences.ts'
import type { DeclaredDiff } from '../../../../shared/diff/diff-declared.ts'
import { DevicePair } from '../../../store/models/device-pair.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import type { ContentContext } from '../content/content-context.ts'
import { viewFor } from '../content/view-for.ts'
import { type DiffSides, labelsOf } from '../versions/diff-texts.ts'
import { findVersion } from '../versions/find-version.ts'
import { compareTexts } from './compare-texts.ts'
import { type ComparedDevices, findSides } from './find-sides.ts'
import { recordReadings } from './record-readings.ts'
import { validatePair } from './validate-pair.ts'

export interface DiffOptions {
  /** Unchanged lines around each hunk, 0 to 20. */
  context: number
  ignoresWhitespace: boolean
}

/** A diff with the compared versions. */
export interface PairDiff {
  from: string
  to: string
  difference: DeclaredDiff
}

/**
 * Compares the latest versions of both devices of a pair, and records a reading of each.
 * @throws DomainError not_found, pair_not_comparable, is_tree, is_secret, too_large, content_damaged
 */
export async function readPairDiff(
  contentContext: ContentContext,
  pairId: string,
  options: DiffOptions,
): Promise<PairDiff> {
  const found = await contentContext.inTransaction(async (context) => {
    const pair = await DevicePair.query(context.trx).findById(pairId)
    if (!pair) throw notFound()
    return { declared: pair.declaredDifferences, sides: await findLatest(context, pair.tenantId, pair) }
  })
  return compareAndRecord(contentContext, found, options, pairId)
}

/**
 * As `readPairDiff`, for a pair that is not saved.
 * @throws DomainError also validation_failed
 */
export async function previewPair(
  contentContext: ContentContext,
  devices: ComparedDevices,
  declared: readonly DeclaredDifference[],
  options: DiffOptions,
): Promise<PairDiff> {
  const sides = await contentContext.inTransaction(async (context) => {
    const tenantId = await validatePair(context, devices, declared)
    return findLatest(context, tenantId, devices)
  })
  return compareAndRecord(contentContext, { declared, sides }, options)
}

async function compareAndRecord(
  contentContext: ContentContext,
  { declared, sides }: { declared: readonly DeclaredDifference[]; sides: DiffSides },
  { context, ignoresWhitespace }: DiffOptions,
  pairId?: string,
): Promise<PairDiff> {
  const view = await viewFor(contentContext, sides.before.version.tenantId)
  const headers = labelsOf(sides, view)
  const settings = { context, ignoresWhitespace, headers, maxLines: contentContext.limits.diffLines }
  const difference = await compareTexts(contentContext, sides, declared, settings, view)
  await recordReadings(contentContext, sides, pairId)
  return { from: sides.before.version.id, to: sides.after.version.id, difference }
}

/** A suspicious version, and that of a decommissioned device, can be read all the same. */
async function findLatest(context: ActionContext, tenantId: string, devices: ComparedDevices): Promise<DiffSides> {
  const sides = await findSides(context.trx, tenantId, devices)
  if (!sides) throw notFound()
  const [before, after] = [sides.first, sides.second].map(({ name: device, version_id: id }) => {
    if (id !== null) return findVersion(context, id)
    throw new DomainError('pair_not_comparable', {
      reason: message('pair_without_version', { device, key: devices.key }),
    })
  })
  return { before: await before!, after: await after! }
}
