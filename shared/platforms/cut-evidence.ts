import { message } from '../messages/message.ts'
import type { Suspicion } from './suspicion-rules.ts'
import { isCutOff } from './is-cut-off.ts'

/** What shows that a text without an end mark of its own was cut, beside the version before it. */
export interface CutEvidence {
  /** A whole text has one of these lines near its end. */
  closing?: RegExp
  /** Other artifacts of the same run, in order of preference: the first one that was read is compared. */
  companions: readonly Companion[]
}

export interface Companion {
  /** Artifact key. */
  key: string
  /** Compared with every version; otherwise with a first version only, which has none before it. */
  isForEvery: boolean
  /** Returns why the text is incomplete, judged by the companion. Both are latin1. */
  compare(text: string, companion: string): Suspicion | undefined
}

/** Returns why a first version, seen alone, may be cut. @param text latin1 */
export function findMissingClosing({ closing }: CutEvidence, text: string): Suspicion[] {
  return closing === undefined || text.split('\n').some((line) => closing.test(line))
    ? []
    : [message('closing_lines_missing')]
}

/** Compares two configurations of one form, of which the companion may be older. */
export function endsWhereItGoesOn(key: string): Companion['compare'] {
  return (text, companion) =>
    isCutOff(companion, text) ? message('ends_before_other_artifact', { artifact: key }) : undefined
}

/** Compares the statements of two forms. @param countMissing how many of the companion's the text lacks */
export function lacksStatements(
  key: string,
  countMissing: (text: string, companion: string) => number,
): Companion['compare'] {
  return (text, companion) => {
    const count = countMissing(text, companion)
    return count === 0 ? undefined : message('statements_missing', { artifact: key, count })
  }
}
