import type { components } from '../../../../shared/contract/api-types.ts'
import type { MaintenanceCode } from '../../../../shared/messages/codes.ts'
import { confirmableReasons } from '../../../../shared/messages/codes/maintenance.ts'
import { messageText } from '../../language/service-messages.ts'
import type { IconName } from '../icons.ts'
import type { Tone } from '../states.ts'

export type PolicyRun = components['schemas']['PolicyRun']

/**
 * Appearance of a maintenance run. One without an end is running, or was killed: its outcome is `stopped` from the
 * start.
 */
export type TaskRunState = PolicyRun['outcome'] | 'open'

export const taskRunAppearance: Record<TaskRunState, { tone: Tone; icon: IconName }> = {
  done: { tone: 'good', icon: 'done' },
  nothing: { tone: 'quiet', icon: 'same' },
  stopped: { tone: 'warn', icon: 'alarm' },
  failed: { tone: 'bad', icon: 'failed' },
  open: { tone: 'info', icon: 'waiting' },
}

export function maintenanceRunState({ outcome, finished_at }: PolicyRun): TaskRunState {
  return finished_at === null ? 'open' : outcome
}

/**
 * Returns the latest run of each maintenance task of each customer, newest first. Dry runs are excluded.
 * @param runs the latest first
 */
export function latestRuns(runs: readonly PolicyRun[]): PolicyRun[] {
  const seen = new Set<string>()
  return runs.filter(({ kind, tenant_id, dry_run }) => {
    const key = `${kind} ${tenant_id}`
    if (dry_run || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Advice for a stopped sweep; `other`: for a reason that needs none. */
export type SweepQuestion =
  | 'much'
  | 'strangers'
  | 'unheard'
  | 'forged'
  | 'tombstone'
  | 'empty'
  | 'unreadable'
  | 'older'
  | 'unavailable'
  | 'clock'
  | 'other'

const questions: Partial<Record<string, SweepQuestion>> & Partial<Record<MaintenanceCode, SweepQuestion>> = {
  agent_ahead_of_database: 'older',
  backup_unreadable: 'unreadable',
  bytes_unreferenced: 'much',
  clock_jumped: 'clock',
  clocks_differ: 'clock',
  database_restored: 'older',
  manifests_unknown: 'unheard',
  manifests_without_row: 'strangers',
  packs_missing: 'strangers',
  packs_unreferenced: 'much',
  packs_without_row: 'strangers',
  store_lists_no_manifests: 'empty',
  store_lists_no_packs: 'empty',
  store_not_answering: 'unavailable',
  tombstone_not_sealed: 'forged',
  tombstone_of_destruction: 'tombstone',
}

export function questionOf({ reason_code: code }: Pick<PolicyRun, 'reason_code'>): SweepQuestion {
  return (code !== null && Object.hasOwn(questions, code) && questions[code]) || 'other'
}

/** Returns whether the sweep waits for a confirmation; others need something else first. */
export function isAnsweredByYes({ reason_code: code }: Pick<PolicyRun, 'reason_code'>): boolean {
  return code !== null && confirmableReasons.has(code)
}

/** Returns why a maintenance task did nothing, stopped or failed, in the language of the console. */
export function reasonText({ reason, reason_code: code, reason_params: params }: Reason): string {
  return (code === null ? undefined : messageText({ code, params })) ?? reason ?? ''
}

type Reason = Pick<PolicyRun, 'reason' | 'reason_code' | 'reason_params'>
