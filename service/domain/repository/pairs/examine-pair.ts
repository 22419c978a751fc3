import type { DeclaredDifference } from '../../../../shared/diff/declared-differences.ts'
import type { ContentContext } from '../content/content-context.ts'
import { findVersion } from '../versions/find-version.ts'
import { type PairOutcome, measurePair, unknownOutcome } from './compare-texts.ts'
import { type ComparedDevices, findSides } from './find-sides.ts'
import { planComparison } from './plan-comparison.ts'
import { validatePair } from './validate-pair.ts'

/**
 * Compares the devices of a pair that is about to be saved.
 * @throws DomainError validation_failed, keys_destroyed, busy
 */
export async function examinePair(
  contentContext: ContentContext,
  devices: ComparedDevices,
  declared: readonly DeclaredDifference[],
): Promise<PairOutcome> {
  const { key } = devices
  const found = await contentContext.inTransaction(async (context) => {
    const tenantId = await validatePair(context, devices, declared)
    const sides = (await findSides(context.trx, tenantId, devices))!
    const plan = planComparison(sides, key, contentContext.limits.diffFileBytes)
    if (plan.kind === 'unknown') return plan
    const before = await findVersion(context, plan.firstVersionId)
    return { kind: 'compare', sides: { before, after: await findVersion(context, plan.secondVersionId) } } as const
  })
  return found.kind === 'unknown' ? unknownOutcome(found.reason) : measurePair(contentContext, found.sides, declared)
}
