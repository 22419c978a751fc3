import type { Knex } from 'knex'
import type { Keyring } from '../../../keys/keyring.ts'
import type { MasterKey } from '../../../keys/master-key.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import type { ObjectStore } from '../../../objects/object-store.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'
import type { TombstoneDecider } from '../../inventory/tenants/tombstone-decisions.ts'
import type { DescribedBlackout, DescribedPin, DevicePolicies } from '../../inventory/tenants/tenant-descriptor.ts'

/** Dependencies and options of a rebuild. */
export interface RebuildDependencies {
  knex: Knex
  keys: Keyring
  store: ObjectStore
  masterKey: MasterKey
  workers: Pick<ServicePool, 'run'>
  now: () => Date
  /** Only reports what it would attach. */
  dryRun: boolean
  /** Applies the operator's decisions about tombstones that this installation did not seal. */
  tombstones: TombstoneDecider
  /** Receives each skipped object, with the reason. */
  onSkipped: (key: string, why: string) => void
}

/** A tenant with unwrapped keys. */
export interface OpenTenant {
  tenantId: string
  prefix: string
  keys: TenantKeys
  /** The stored policies of devices, by id. */
  devices: ReadonlyMap<string, DevicePolicies>
  blackouts: readonly DescribedBlackout[]
  pins: readonly DescribedPin[]
}

/** What a rebuild found and did. A dry run counts what it would attach. */
export interface RebuildCounts extends Record<string, number> {
  customers: number
  customers_added: number
  /** Tenants with a tombstone: they are not attached. */
  destroyed: number
  /** Tenants with a tombstone that needs the operator's decision: they are not attached until then. */
  undecided: number
  packs: number
  packs_attached: number
  manifests: number
  devices_added: number
  versions_attached: number
  snapshots_attached: number
  pins_attached: number
  /** Objects that do not belong to Coffer's store, and damaged ones. Both are reported by name. */
  foreign: number
  damaged: number
}

export function noCounts(): RebuildCounts {
  return {
    customers: 0,
    customers_added: 0,
    destroyed: 0,
    undecided: 0,
    packs: 0,
    packs_attached: 0,
    manifests: 0,
    devices_added: 0,
    versions_attached: 0,
    snapshots_attached: 0,
    pins_attached: 0,
    foreign: 0,
    damaged: 0,
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Yields the ids of the objects below a prefix in batches; other names are reported and counted as foreign. */
export async function* listIds(
  { store, onSkipped }: Pick<RebuildDependencies, 'store' | 'onSkipped'>,
  prefix: string,
  size: number,
  counts: RebuildCounts,
): AsyncGenerator<string[]> {
  let ids: string[] = []
  for await (const { key } of store.list(prefix)) {
    const id = key.slice(prefix.length)
    if (!uuid.test(id)) {
      counts.foreign++
      onSkipped(key, 'its name is not one of Coffer’s objects')
      continue
    }
    ids.push(id)
    if (ids.length < size) continue
    yield ids
    ids = []
  }
  if (ids.length > 0) yield ids
}
