import { Row } from './row.ts'

/** An event; without a position it is not published yet. */
export class EventRow extends Row {
  static override tableName = 'events'
  static override jsonAttributes = ['device', 'agent', 'data']

  declare id: string
  declare tenantId: string | null
  declare position: string | null
  declare type: string
  declare severity: 'info' | 'warning' | 'critical'
  declare at: Date
  declare device: { id: string; name: string; site: string; platform: string; tags: string[] } | null
  declare agent: { id: string; name: string } | null
  declare data: Record<string, unknown>
  /** When a user stated that they deal with it; null if nobody did. */
  declare acknowledgedAt: Date | null
  declare acknowledgedBy: string | null
  declare acknowledgementNote: string | null
}
