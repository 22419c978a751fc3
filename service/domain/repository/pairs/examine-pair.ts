import type { DeclaredDifference } from '../../../../shared/diff/declared-differences.ts'
import type { ContentContext } from '../content/content-context.ts'
import { requireSecrets } from '../content/view-for.ts'
import { findVersion } from '../versions/find-version.ts'
import { type PairOutcome, measurePair, unknownOutcome } from './compare-texts.ts'
import { type ComparedDevices, findSides } from './find-sides.ts'
import { planComparison } from './plan-comparison.ts'
import { recordReadings } from './record-readings.ts'
import { validatePair } from './validate-pair.ts'

/**
 * Compares the devices of a pair that is about to be saved. A known outcome depends on the texts of both, so it records
 * a reading of each.
 * @param pairId of the pair that is changed
 * @throws DomainError permission_missing for declared differences without permission for secrets, validation_failed, keys_destroyed, busy
 */
export async function examinePair(
  contentContext: ContentContext,
  devices: ComparedDevices,
  declared: readonly DeclaredDifference[],
  pairId?: string,
): Promise<PairOutcome> {
  // patterns are matched against whole texts, so their outcome may show what a secret contains
  if (declared.length > 0) requireSecrets(contentContext)
  const { key } = devices
  const found = await contentContext.inTransaction(async (context) => {
    const tenantId = await validatePair(context, devices, declared)
    const sides = (await findSides(context.trx, tenantId, devices))!
    const plan = planComparison(sides, key, contentContext.limits.diffFileBytes)
    if (plan.kind === 'unknown') return plan
    const before = await findVersion(context, plan.firstVersionId)
    return { kind: 'compare', sides: { before, after: await findVersion(context, plan.secondVersionId) } } as const
  })
  if (found.kind === 'unknown') return unknownOutcome(found.reason)
  const outcome = await measurePair(contentContext, found.sides, declared, 'whole')
  if (outcome.state !== 'unknown') await recordReadings(contentContext, found.sides, pairId)
  return outcome
}
