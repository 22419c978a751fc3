import type { FoundLine } from '../../../../shared/search/find-lines.ts'
import type { WantedLine } from '../../../../shared/search/line-query.ts'
import type { SearchFilter, SearchedText, ShownDevice, ShownText } from './searched-texts.ts'

/** A search request. */
export interface WantedSearch extends WantedLine {
  filter: SearchFilter
  /** Whether to return devices without the line instead of those with it. */
  missing: boolean
  /** Number of context lines. */
  context: number
  /** Maximum number of devices in the result. */
  limit: number
}

/** Why a search ended before all texts were scanned. */
export type Incomplete = 'limit' | 'deadline' | 'too_costly'

/** A match; of `total` matching lines only some may be included. */
export type Finding =
  | { type: 'match'; text: SearchedText; total: number; lines: FoundLine[] }
  | { type: 'missing'; deviceId: string; texts: number }
  | { type: 'unreadable'; text: SearchedText }

/** A finding as it is shown. */
export type ShownFinding =
  | { type: 'match'; text: ShownText; total: number; lines: FoundLine[] }
  | { type: 'missing'; device: ShownDevice; texts: number }
  | { type: 'unreadable'; text: ShownText }

/** Records of a search in the order found; `end` is the last. */
export type SearchRecord =
  (ShownFinding & { tenantId: string }) | ({ type: 'end'; incomplete: Incomplete | null } & SearchCounts)

export interface SearchCounts {
  /** Devices returned as a match or as missing the line. */
  devices: number
  /** Matching lines in the returned texts. */
  matches: number
  /** Texts that were scanned. */
  texts: number
  unreadable: number
  /** Texts that were not searched, because they cannot be masked for this caller. */
  withheld: number
  /** Devices of the filter without a searchable text. */
  withoutText: number
}

/** Results so far and the time limit of a search. */
export interface Progress {
  counts: SearchCounts
  /** Deadline on the clock of `performance.now()`. */
  until: number
  incomplete: Incomplete | null
}

/** Returns the id of a finding's device. */
export function deviceIdOf(finding: Finding): string {
  return finding.type === 'missing' ? finding.deviceId : finding.text.deviceId
}
