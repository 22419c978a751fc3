import { message } from '../../../../shared/messages/message.ts'
import type { MaintenanceReason } from '../../kernel/policy-runs/record-run.ts'
import type { Knex } from 'knex'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'

/** What a check is made with. */
export interface IntegrityDependencies {
  knex: Knex
  keys: Keyring
  store: ObjectStore
  now: () => Date
  /** Everything is read back within so many days. */
  periodDays: number
  /** Somebody asks for it now, also when this night's work is done. */
  isAsked?: boolean
  /** Ends the check between two objects; the next one goes on there. */
  signal?: AbortSignal
  /** Waits for milliseconds where reading would be too fast, or until the check is stopped. */
  pause: (ms: number) => Promise<void>
  /** Told in words what somebody should look at. */
  alarm: (line: string, facts: Record<string, unknown>) => void
}

/** What a check did; of one that was stopped, what it did until then. */
export interface IntegrityCounts extends Record<string, number> {
  packs: number
  bytes: number
  manifests: number
  /** Objects that were found damaged now and were good before, and the other way round. */
  damaged: number
  healed: number
  /** Versions that cannot be read whole, when it ended. */
  versions_hurt: number
}

/** A check ends before its end. */
export class CheckStopped extends Error {
  override name = 'CheckStopped'
  readonly reason: MaintenanceReason

  constructor(reason: MaintenanceReason) {
    super(reason.code)
    this.reason = reason
  }
}

/** @throws CheckStopped when the service stops */
export function throwIfStopped({ signal }: Pick<IntegrityDependencies, 'signal'>): void {
  if (signal?.aborted) throw new CheckStopped(message('service_stopping'))
}

/** A store that gives one object after another not, and says that it is well, is not believed. */
export const unreadableInARow = 3
