import type { components } from '../../../shared/contract/api-types.ts'
import type { Occurrence } from '../../store/models/occurrence.ts'

export function presentOccurrence(occurrence: Occurrence): components['schemas']['Occurrence'] {
  return {
    occurrence_at: occurrence.occurrenceAt.toISOString(),
    outcome: occurrence.outcome,
    reason: occurrence.reason,
    run_id: occurrence.jobId,
    last_occurrence_at: occurrence.lastOccurrenceAt.toISOString(),
    count: occurrence.count,
    recorded_at: occurrence.recordedAt.toISOString(),
  }
}
