import type { components } from '../contract/api-types.ts'

export type ExceptionReason = components['schemas']['ReportException']['reasons'][number]

/** Why a device needs attention, the most severe first. */
export const reasonsBySeverity = [
  'damaged',
  'blocked',
  'failed',
  'never',
  'stale',
  'suspicious',
  'partial',
  'drifted',
  'host_not_compared',
] as const satisfies readonly ExceptionReason[]

/** What the order of exceptions depends on. */
export interface RankedException {
  reasons: readonly ExceptionReason[]
  /** As in the API; null: never. */
  lastSuccessAt: string | null
  name: string
}

/** Compares exceptions for an order with the most severe first, then those without a success for longest, then by name. */
export function compareExceptions(one: RankedException, other: RankedException): number {
  return (
    severityOf(one) - severityOf(other) ||
    (one.lastSuccessAt ?? '').localeCompare(other.lastSuccessAt ?? '') ||
    one.name.localeCompare(other.name)
  )
}

const places = new Map<ExceptionReason, number>(reasonsBySeverity.map((reason, place) => [reason, place]))

function severityOf({ reasons }: RankedException): number {
  return Math.min(...reasons.map((reason) => places.get(reason) ?? 0))
}
