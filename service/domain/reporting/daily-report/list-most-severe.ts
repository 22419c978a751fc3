import { type RankedException, compareExceptions } from '../../../../shared/reports/exception-severity.ts'
import type { UnscheduledDevice } from './daily-report.ts'

interface Listed<Exception> {
  exceptions: Exception[]
  unscheduled: UnscheduledDevice[]
}

/**
 * Returns the parts of a report with at most `limit` exceptions in all, the most severe, and at most `limit`
 * unscheduled devices. Counts are unchanged.
 */
export function listMostSevere<Exception, Part extends Listed<Exception>>(
  parts: Part[],
  limit: number,
  rankOf: (exception: Exception) => RankedException,
): Part[] {
  const ranked = parts.flatMap(({ exceptions }) =>
    exceptions.map((exception) => ({ exception, rank: rankOf(exception) })),
  )
  ranked.sort((one, other) => compareExceptions(one.rank, other.rank))
  const listed = new Set(ranked.slice(0, limit).map(({ exception }) => exception))
  let left = limit
  return parts.map((part) => {
    const unscheduled = part.unscheduled.slice(0, left)
    left -= unscheduled.length
    return { ...part, unscheduled, exceptions: part.exceptions.filter((exception) => listed.has(exception)) }
  })
}
