import type { FoundLine } from '../../../../shared/search/find-lines.ts'
import type { WantedLine } from '../../../../shared/search/line-query.ts'
import type { SearchFilter, SearchedDevice, SearchedText } from './searched-texts.ts'

/** A search as it is asked for. */
export interface WantedSearch extends WantedLine {
  filter: SearchFilter
  /** Devices without the line, in place of those with it. */
  missing: boolean
  /** Lines around each. */
  context: number
  /** Devices that are told at most. */
  limit: number
}

/** Why a search ended before it had seen everything. */
export type Incomplete = 'limit' | 'deadline' | 'too_costly'

/** What one finds in a customer's texts; of `total` lines that match not all may be told. */
export type Finding =
  | { type: 'match'; text: SearchedText; total: number; lines: FoundLine[] }
  | { type: 'missing'; device: SearchedDevice; texts: number }
  | { type: 'unreadable'; text: SearchedText }

/** What a search tells, as it finds it; `end` is the last. */
export type SearchRecord =
  (Finding & { tenantId: string }) | ({ type: 'end'; incomplete: Incomplete | null } & SearchCounts)

export interface SearchCounts {
  /** Devices that were told as a match or as missing the line. */
  devices: number
  /** Lines that match, in the texts that were told. */
  matches: number
  /** Texts that were searched. */
  texts: number
  unreadable: number
  /** Devices of the filter that have no text to search. */
  withoutText: number
}

/** What one search has told so far, and how long it may go on. */
export interface Progress {
  counts: SearchCounts
  /** On the clock of `performance.now()`. */
  until: number
  incomplete: Incomplete | null
}

/** Which device a finding is about. */
export function deviceOf(finding: Finding): SearchedDevice {
  return finding.type === 'missing' ? finding.device : finding.text.device
}
