import type { Platform } from '../../../shared/platforms/platform.ts'
import type { Version } from '../../store/models/version.ts'
import type { ComparisonContext } from '../repository/versions/comparison-context.ts'
import { type Renormalised, renormalise } from '../repository/versions/renormalise.ts'

/** An agent's description of a content that it has not sent: HMACs under the tenant's key. */
export interface NamedContent {
  key: string
  fingerprint: string
  normalisedFingerprint: string
  /** Revision of the normalisation rules that the agent knows. */
  normaliserRevision: number
}

/**
 * Returns whether a content equals the lineage's latest version. If that version was written with older normalisation
 * rules, its stored text is normalised again, so that an update of the rules is not a change. A stored text that cannot
 * be read counts as different: a readable version is then written.
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

/** Trees have no rules. A text that an agent of another release normalised is not comparable. */
function areRulesCurrent(platform: Platform, latest: Version, content: NamedContent): boolean {
  return !('root' in latest.content) && content.normaliserRevision === (platform.normalise?.revision ?? 0)
}
