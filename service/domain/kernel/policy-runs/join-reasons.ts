import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from './record-run.ts'

/** Returns one reason for several; null for none. */
export function joinReasons(reasons: readonly MaintenanceReason[]): MaintenanceReason | null {
  const [first] = reasons
  return reasons.length > 1 ? message('several_reasons', { reasons }) : (first ?? null)
}
