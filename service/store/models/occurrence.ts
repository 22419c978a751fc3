import { Row } from './row.ts'

/** Result of an occurrence of a device's schedule, or of several that were missed together. */
export class Occurrence extends Row {
  static override tableName = 'occurrences'
  static override idColumn = ['tenant_id', 'device_id', 'occurrence_at']

  declare tenantId: string
  declare deviceId: string
  declare occurrenceAt: Date
  declare outcome: 'queued' | 'merged' | 'missed' | 'skipped'
  declare jobId: string | null
  declare reason: string | null
  declare lastOccurrenceAt: Date
  declare count: number
  declare recordedAt: Date
}
