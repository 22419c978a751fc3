import type { GoodCriterionCode } from '../../../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../../../shared/messages/message.ts'
import type { Version } from '../../../store/models/version.ts'
import type { VersionRecord } from './list-versions.ts'

/** A version that may be the last known good one. */
export interface GoodCandidate extends VersionRecord {
  /** Entries of the tree that could not be read; 0 for a text. */
  problems: number
  /** Whether its text failed the last restore check. */
  isIncomplete: boolean
}

/** What the criteria depend on. */
type CriteriaFacts = Pick<GoodCandidate, 'isDamaged' | 'isIncomplete' | 'metadata' | 'problems'> & {
  version: Pick<Version, 'suspicious' | 'reviewedAt' | 'capturedAt' | 'lastSeenAt' | 'labMode' | 'hostNotCompared'>
}

export type FailingCriterion = MessageOf<GoodCriterionCode>

/** Returns whether a version is implausible and awaits review. */
export function isSuspicious({ suspicious, reviewedAt }: Pick<Version, 'suspicious' | 'reviewedAt'>): boolean {
  return suspicious !== null && reviewedAt === null
}

/**
 * Marks in the metadata of a version whose text lacks a part, or contains edits that are not committed. Masked secrets do
 * not count: many devices mask them in every text.
 */
const incompleteMarks = ['denied', 'omitted', 'edited', 'hidden', 'lost']

/** Returns the criteria of a known good version that this version does not meet. */
export function failingCriteria({
  version,
  isDamaged,
  isIncomplete,
  metadata,
  problems,
}: CriteriaFacts): FailingCriterion[] {
  const isConfirmed = version.reviewedAt !== null || version.lastSeenAt > version.capturedAt
  const isPartial =
    metadata['partial'] === true ||
    Number(metadata['problems'] ?? 0) > 0 ||
    problems > 0 ||
    incompleteMarks.some((mark) => metadata[mark] !== undefined)
  return [
    ...(isConfirmed ? [] : [message('not_good_unconfirmed')]),
    ...(isSuspicious(version) ? [message('not_good_suspicious')] : []),
    ...(isPartial ? [message('not_good_partial')] : []),
    ...(version.labMode ? [message('not_good_lab_mode')] : []),
    ...(version.hostNotCompared ? [message('not_good_host_not_compared')] : []),
    ...(isIncomplete ? [message('not_good_incomplete')] : []),
    ...(isDamaged ? [message('not_good_damaged')] : []),
  ]
}

/**
 * Returns the newest version that meets all criteria; without one, the newest that is not suspicious and the criteria that it
 * does not meet.
 * @param candidates versions of one lineage, newest first
 */
export function chooseGood<C extends GoodCandidate>(
  candidates: readonly C[],
): { candidate: C | null; failing: FailingCriterion[] } {
  if (candidates.length === 0) return { candidate: null, failing: [message('not_good_no_version')] }
  const good = candidates.find((one) => failingCriteria(one).length === 0)
  if (good) return { candidate: good, failing: [] }
  const plausible = candidates.find(({ version }) => !isSuspicious(version))
  if (!plausible) return { candidate: null, failing: [message('not_good_suspicious')] }
  return { candidate: plausible, failing: failingCriteria(plausible) }
}
