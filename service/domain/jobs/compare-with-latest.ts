import type { Platform } from '../../../shared/platforms/platform.ts'
import type { Version } from '../../store/models/version.ts'
import type { ComparisonContext } from '../repository/versions/comparison-context.ts'
import { type Renormalised, renormalise } from '../repository/versions/renormalise.ts'

/** What an agent says of a content before it sends it: HMACs under the customer's key. */
export interface NamedContent {
  key: string
  fingerprint: string
  normalisedFingerprint: string
  /** Of the normalisation that the agent knows. */
  normaliserRevision: number
}

/**
 * Whether a content says the same as the lineage's latest version. Where the version was written under older rules of
 * normalisation its stored text is normalised anew, so that an update of the rules makes no change of its own. A stored
 * text that cannot be read counts as different: then a good one comes to stand beside it.
 */
export async function compareWithLatest(
  comparing: ComparisonContext,
  latest: Version,
  content: NamedContent,
): Promise<{ isSame: boolean; renormalised?: Renormalised }> {
  if (content.fingerprint === latest.fingerprint) return { isSame: true }
  if (!areRulesCurrent(comparing.platform, latest, content)) return { isSame: false }
  if (!needsRenormalising(comparing.platform, latest, content)) {
    return { isSame: content.normalisedFingerprint === latest.normalisedFingerprint }
  }
  const renormalised = await renormalise(comparing, content.key, latest)
  if (renormalised === null) return { isSame: false }
  return { isSame: renormalised.normalisedFingerprint === content.normalisedFingerprint, renormalised }
}

/** Returns whether a comparison has to read the stored version, because older rules of normalisation wrote its row. */
export function needsRenormalising(platform: Platform, latest: Version, content: NamedContent): boolean {
  if (content.fingerprint === latest.fingerprint || !areRulesCurrent(platform, latest, content)) return false
  return latest.normaliserRevision !== content.normaliserRevision
}

/** Trees have no rules, and what an agent of another release normalised is not comparable. */
function areRulesCurrent(platform: Platform, latest: Version, content: NamedContent): boolean {
  return !('root' in latest.content) && content.normaliserRevision === (platform.normalise?.revision ?? 0)
}
