import type { MaintenanceReason } from '../../kernel/policy-runs/record-run.ts'
import type { Knex } from 'knex'
import type { Keyring } from '../../../keys/keyring.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'

/** What a sweep is made with. */
export interface SweepDependencies {
  knex: Knex
  keys: Keyring
  store: ObjectStore
  now: () => Date
  /** Ends the sweep between two steps. */
  signal?: AbortSignal
}

/** `confirmed`: a person has said yes to more than a sweep removes by itself. `dryRun`: only says what it would do. */
export interface SweepOptions {
  confirmed?: boolean
  dryRun?: boolean
  /** Bytes of packs that may be written anew; 0: none. It is work for a thread of its own. */
  repackBytes?: number
}

/** What a sweep did, or would do. */
export interface SweepCounts extends Record<string, number> {
  /** Chunks that nothing refers to, and their bytes before compression. */
  chunks: number
  bytes: number
  /** Packs that were left without a chunk. */
  packs: number
  /** Objects of packs, of earlier sweeps mostly, that were deleted, and those whose deletion failed. */
  objects: number
  failures: number
  /** Packs and manifests that nothing refers to, and that the store keeps until their locks end. */
  locked: number
  manifests: number
  /** Packs in the store that no row names. */
  strays: number
  /** Packs that were merged, into how many, and those left alone because they could not be read. */
  repacked: number
  repacked_into: number
  unreadable: number
  /** Versions of which something is lost; what can be reached of them was kept. */
  hurt_versions: number
}

/** A sweep removes nothing, or nothing more. */
export class SweepStopped extends Error {
  override name = 'SweepStopped'
  readonly reason: MaintenanceReason

  constructor(reason: MaintenanceReason) {
    super(reason.code)
    this.reason = reason
  }
}

/** How long what was promised or sent is spared, whether anything refers to it or not. */
export const sparedMs = 48 * 60 * 60 * 1000

/** How long a pack that is left by its last chunk stays for those who are about to read it. */
export const pendingDeletionMs = 60 * 60 * 1000

/** When a uuid v7 was made (RFC 9562 §5.7), by the clock of its maker; null for a text that is none. */
export function timeOfUuid(id: string): Date | null {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)) return null
  return new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16))
}
