import type { SystemContext } from '../context.ts'
import type { MaintenanceCode } from '../../../../shared/messages/codes.ts'
import type { MessageOf } from '../../../../shared/messages/message.ts'
import { randomUUIDv7 } from 'node:crypto'
import { type PolicyKind, type PolicyOutcome, PolicyRun } from '../../../store/models/policy-run.ts'

/** Tenant and kind of a task. `tenantId` null: the whole installation. `dryRun`: it only reported what it would do. */
export interface MaintenanceTask {
  tenantId: string | null
  kind: PolicyKind
  dryRun?: boolean
}

/** Why a maintenance task did nothing, stopped or failed. */
export type MaintenanceReason = MessageOf<MaintenanceCode>

/**
 * Result of a run. `reason` is why nothing was done, or why it stopped or failed; it never quotes a configuration.
 * `counts` are task-specific totals, for example `{ versions: 12, bytes: 40960 }`.
 */
export interface MaintenanceResult {
  outcome: PolicyOutcome
  reason?: MaintenanceReason | null
  counts?: Record<string, number>
}

/**
 * Records a finished run at the context's `now`. The transaction has the scope of the task's tenant or of the platform.
 */
export async function recordRun(
  { trx, now }: SystemContext,
  {
    tenantId,
    kind,
    dryRun = false,
    startedAt,
    outcome,
    reason = null,
    counts = {},
  }: MaintenanceTask & MaintenanceResult & { startedAt: Date },
): Promise<PolicyRun> {
  return PolicyRun.query(trx)
    .insert({ id: randomUUIDv7(), tenantId, kind, startedAt, finishedAt: now, outcome, reason, counts, dryRun })
    .returning('*')
    .execute()
}
