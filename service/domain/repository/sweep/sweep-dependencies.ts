import type { MaintenanceReason } from '../../kernel/maintenance-tasks/record-run.ts'
import type { Knex } from 'knex'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'

/** Dependencies of a sweep. */
export interface SweepDependencies {
  knex: Knex
  keys: Keyring
  store: ObjectStore
  now: () => Date
  /** Ends the sweep between two steps. */
  signal?: AbortSignal
}

/** `confirmed`: a user confirmed an amount above the automatic limits. `dryRun`: only reports what it would do. */
export interface SweepOptions {
  confirmed?: boolean
  dryRun?: boolean
  /** Maximum bytes of packs to rewrite; 0: none. Needs a thread of its own. */
  repackBytes?: number
}

/** What a sweep did, or would do. */
export interface SweepCounts extends Record<string, number> {
  /** Unreferenced chunks, and their uncompressed bytes. */
  chunks: number
  bytes: number
  /** Packs left without chunks. */
  packs: number
  /** Deleted objects of packs, mostly from earlier sweeps, and failed deletions. */
  objects: number
  failures: number
  /** Unreferenced packs and manifests that the store keeps until their locks end. */
  locked: number
  manifests: number
  /** Packs in the store without a row. */
  strays: number
  /** Packs that were merged, the resulting packs, and unreadable ones that were left unchanged. */
  repacked: number
  repacked_into: number
  unreadable: number
  /** Versions with lost content; their remaining content is kept. */
  hurt_versions: number
}

/** A sweep deletes nothing, or nothing more. */
export class SweepStopped extends Error {
  override name = 'SweepStopped'
  readonly reason: MaintenanceReason

  constructor(reason: MaintenanceReason) {
    super(reason.code)
    this.reason = reason
  }
}

/** Milliseconds for which promised or uploaded content is kept without a reference. */
export const gracePeriodMs = 48 * 60 * 60 * 1000

/** Grace period in milliseconds of a pack without chunks, for readers that have located it. */
export const pendingDeletionMs = 60 * 60 * 1000
