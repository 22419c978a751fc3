import { message } from '../messages/message.ts'
import type { Suspicion } from './suspicion-rules.ts'
import { isTruncated } from './is-truncated.ts'

/** Evidence that a text without an end mark was cut, besides the previous version. */
export interface TruncationEvidence {
  /** A complete text has one of these lines near its end. */
  closing?: RegExp
  /** Other artifacts of the same run, in order of preference. The first one that was collected is compared. */
  companions: readonly Companion[]
}

export interface Companion {
  /** Artifact key. */
  key: string
  /** Whether it is compared with every version; otherwise only with a first version, which has no previous one. */
  isForEvery: boolean
  /** Returns why the text is incomplete according to the companion. Both are latin1. */
  compare(text: string, companion: string): Suspicion | undefined
}

/**
 * Returns why a first version may be cut, without a comparison.
 * @param text latin1
 */
export function findMissingClosing({ closing }: TruncationEvidence, text: string): Suspicion[] {
  return closing === undefined || text.split('\n').some((line) => closing.test(line))
    ? []
    : [message('closing_lines_missing')]
}

/** Compares two configurations of the same form. The companion may be older. */
export function endsWhereItGoesOn(key: string): Companion['compare'] {
  return (text, companion) =>
    isTruncated(companion, text) ? message('ends_before_other_artifact', { artifact: key }) : undefined
}

/**
 * Compares the statements of two forms.
 * @param countMissing returns how many of the companion's statements the text lacks
 */
export function lacksStatements(
  key: string,
  countMissing: (text: string, companion: string) => number,
): Companion['compare'] {
  return (text, companion) => {
    const count = countMissing(text, companion)
    return count === 0 ? undefined : message('statements_missing', { artifact: key, count })
  }
}
