import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from '../../kernel/maintenance-tasks/record-run.ts'
import type { Knex } from 'knex'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'

/** Dependencies and options of a check. */
export interface IntegrityDependencies {
  knex: Knex
  keys: Keyring
  store: ObjectStore
  now: () => Date
  /** Days within which everything is read back. */
  periodDays: number
  /** Whether an administrator requested the check: it then also runs if tonight's work is done. */
  isRequested?: boolean
  /** Ends the check between two objects; the next check continues there. */
  signal?: AbortSignal
  /** Waits for milliseconds to limit the read rate, or until the check is stopped. */
  pause: (ms: number) => Promise<void>
  /** Receives text that needs an administrator's attention. */
  alarm: (line: string, facts: Record<string, unknown>) => void
}

/** Results of a check; of an interrupted one, those so far. */
export interface IntegrityCounts extends Record<string, number> {
  packs: number
  bytes: number
  manifests: number
  /** Objects newly found damaged, and objects readable again. */
  damaged: number
  healed: number
  /** Versions that could not be read completely at the end of the check. */
  versions_hurt: number
}

/** A check stopped before its end. */
export class CheckStopped extends Error {
  override name = 'CheckStopped'
  readonly reason: MaintenanceReason

  constructor(reason: MaintenanceReason) {
    super(reason.code)
    this.reason = reason
  }
}

/** @throws CheckStopped if the service stops */
export function throwIfStopped({ signal }: Pick<IntegrityDependencies, 'signal'>): void {
  if (signal?.aborted) throw new CheckStopped(message('service_stopping'))
}

/** Consecutive objects that fail to read, after which a store that reports itself available counts as unavailable. */
export const unreadableInARow = 3
