import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type Network = Schemas['FleetResult']

/**
 * What a network is to the inventory. `new`: nobody backs it up. `known`: a device in service does. `changed`: so too, and
 * the cloud calls it otherwise than we do. `gone`: it is backed up, and the last whole scan did not see it. `out`: its
 * device is out of service.
 */
export const networkStates = ['new', 'known', 'changed', 'gone', 'out'] as const
export type NetworkState = (typeof networkStates)[number]

export function stateOf(network: Network): NetworkState {
  if (!network.existing) return network.device_id === null ? 'new' : 'out'
  if (!network.seen) return 'gone'
  return isRenamed(network) ? 'changed' : 'known'
}

/** A device is called like its network, perhaps with something behind it where that name was taken. */
function isRenamed({ name, device_name: deviceName }: Network): boolean {
  const shown = name.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return deviceName !== null && shown !== '' && !deviceName.startsWith(shown.slice(0, sureOf))
}

/** Of a name: a long one is cut where something stands behind it. */
const sureOf = 90

/** Backed up by this fleet: what is no longer ticked of these goes out of service. */
export function isHeld({ existing, imported }: Network): boolean {
  return existing && imported
}

/** What a person wants otherwise than it is: true to have a network, false to let it go. By key. */
export type Wishes = ReadonlyMap<string, boolean>

/** Keys of the networks that are ticked. */
export function tickedOf(networks: readonly Network[], wishes: Wishes): string[] {
  return networks.filter((network) => wishes.get(network.key) ?? isHeld(network)).map(({ key }) => key)
}

/**
 * The wishes after the ticks of the networks that are shown have become `ticked`; what is said of others stays. What is as
 * it is needs no wish.
 */
export function wishesAfter(wishes: Wishes, shown: readonly Network[], ticked: readonly string[]): Wishes {
  const after = new Map(wishes)
  const on = new Set(ticked)
  for (const network of shown) {
    if (on.has(network.key) === isHeld(network)) after.delete(network.key)
    else after.set(network.key, on.has(network.key))
  }
  return after
}

/** What applying would do, by what becomes of each network. */
export interface Plan {
  /** A device is added. */
  imported: Network[]
  /** Its device comes back into service. */
  reinstated: Network[]
  /** In service already; from now on this fleet takes it out of service too. */
  adopted: Network[]
  decommissioned: Network[]
  size: number
}

export function planOf(networks: readonly Network[], wishes: Wishes): Plan {
  const wanted = networks.filter((network) => wishes.has(network.key) && wishes.get(network.key) !== isHeld(network))
  const coming = wanted.filter(({ key }) => wishes.get(key))
  return {
    imported: coming.filter((network) => stateOf(network) === 'new'),
    reinstated: coming.filter((network) => stateOf(network) === 'out'),
    adopted: coming.filter(({ existing }) => existing),
    decommissioned: wanted.filter(({ key }) => !wishes.get(key)),
    size: wanted.length,
  }
}

/**
 * The requests that do a plan and nothing besides, whatever somebody else has applied meanwhile: first what goes, then what
 * comes, as many at once as the API takes.
 */
export function partsOf(plan: Plan): Schemas['FleetSelection'][] {
  const keysOf = (networks: Network[]) => networks.map(({ key }) => key)
  const coming = keysOf([...plan.imported, ...plan.reinstated, ...plan.adopted])
  return [
    ...chunks(keysOf(plan.decommissioned)).map((keys) => ({ keys, how: 'remove' as const })),
    ...chunks(coming).map((keys) => ({ keys, how: 'add' as const })),
  ]
}

const maxKeys = 2_000

function chunks(keys: string[]): string[][] {
  const count = Math.ceil(keys.length / maxKeys)
  return Array.from({ length: count }, (_, at) => keys.slice(at * maxKeys, (at + 1) * maxKeys))
}
