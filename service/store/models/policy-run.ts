import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'

/**
 * Maintenance tasks and actions on request. `purge`: of decommissioned devices; `storage_purge`: of a tenant's storage;
 * `destruction`: of keys or a tenant.
 */
export type PolicyKind =
  | 'retention'
  | 'purge'
  | 'storage_purge'
  | 'sweep'
  | 'integrity'
  | 'report'
  | 'sample'
  | 'dump'
  | 'rebuild'
  | 'expire'
  | 'destruction'
  | 'object_lock'
  | 'conversion'
  | 'facts'
  | 'restore_check'

/** `nothing`: it ran and had nothing to do; `stopped`: it ended before all was done. */
export type PolicyOutcome = 'done' | 'nothing' | 'stopped' | 'failed'

/** A run of a maintenance task, for one tenant or the whole installation. */
export class PolicyRun extends Row {
  static override tableName = 'policy_runs'
  static override jsonAttributes = ['counts', 'reason']

  declare id: string
  declare tenantId: string | null
  declare kind: PolicyKind
  declare startedAt: Date
  declare finishedAt: Date | null
  declare outcome: PolicyOutcome
  declare reason: ReceivedMessage | null
  declare counts: Record<string, number>
  declare dryRun: boolean
}
