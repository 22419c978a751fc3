import type { ReceivedMessage } from '../../../shared/messages/message.ts'
import { Row } from './row.ts'

/** What is done regularly, or because a person asks. `purge`: of devices out of service; `storage_purge`: of a customer's storage; `destruction`: of keys or a tenant. */
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

/** `nothing`: it ran and there was nothing to do; `stopped`: it ended itself, or was ended, before all was done. */
export type PolicyOutcome = 'done' | 'nothing' | 'stopped' | 'failed'

/** One run of a policy or of a periodic duty, for one customer or the whole installation. */
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
