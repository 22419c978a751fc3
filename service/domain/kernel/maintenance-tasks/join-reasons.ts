import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from './record-run.ts'

/** Joins several reasons into one; null if the list is empty. */
export function joinReasons(reasons: readonly MaintenanceReason[]): MaintenanceReason | null {
  const [first] = reasons
  return reasons.length > 1 ? message('several_reasons', { reasons }) : (first ?? null)
}
