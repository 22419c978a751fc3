import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type Network = Schemas['FleetResult']

/**
 * State of a network in the inventory. `new`: no device. `known`: a device in service. `changed`: as `known`, with
 * another name in the cloud. `gone`: has a device, but the last complete scan did not find it. `out`: its device is
 * decommissioned.
 */
export const networkStates = ['new', 'known', 'changed', 'gone', 'out'] as const
export type NetworkState = (typeof networkStates)[number]

export function stateOf(network: Network): NetworkState {
  if (!network.existing) return network.device_id === null ? 'new' : 'out'
  if (!network.seen) return 'gone'
  return isRenamed(network) ? 'changed' : 'known'
}

/** Whether the name differs. A device has its network's name, possibly with a suffix if that was taken. */
function isRenamed({ name, device_name: deviceName }: Network): boolean {
  const shown = name.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  return deviceName !== null && shown !== '' && !deviceName.startsWith(shown.slice(0, comparedLength))
}

/** Compared characters of a name: a long one is shortened to make room for a suffix. */
const comparedLength = 90

/** Returns whether this fleet backs it up: deselecting it decommissions its device. */
export function isBackedUp({ existing, imported }: Network): boolean {
  return existing && imported
}

/** Requested changes by key: true to back up a network, false to stop. */
export type RequestedChanges = ReadonlyMap<string, boolean>

/** Returns the keys of the selected networks. */
export function selectedKeys(networks: readonly Network[], requested: RequestedChanges): string[] {
  return networks.filter((network) => requested.get(network.key) ?? isBackedUp(network)).map(({ key }) => key)
}

/**
 * Returns the requested changes after the selection of the shown networks became `ticked`. Others are unchanged; an
 * unchanged state needs no request.
 */
export function updateRequested(
  requested: RequestedChanges,
  shown: readonly Network[],
  ticked: readonly string[],
): RequestedChanges {
  const after = new Map(requested)
  const on = new Set(ticked)
  for (const network of shown) {
    if (on.has(network.key) === isBackedUp(network)) after.delete(network.key)
    else after.set(network.key, on.has(network.key))
  }
  return after
}

/** The effects of applying, by outcome for each network. */
export interface Plan {
  /** A device is created. */
  imported: Network[]
  /** Its device is recommissioned. */
  reinstated: Network[]
  /** Already in service; from now on this fleet may also decommission it. */
  adopted: Network[]
  decommissioned: Network[]
  size: number
}

export function createPlan(networks: readonly Network[], requested: RequestedChanges): Plan {
  const wanted = networks.filter(
    (network) => requested.has(network.key) && requested.get(network.key) !== isBackedUp(network),
  )
  const coming = wanted.filter(({ key }) => requested.get(key))
  return {
    imported: coming.filter((network) => stateOf(network) === 'new'),
    reinstated: coming.filter((network) => stateOf(network) === 'out'),
    adopted: coming.filter(({ existing }) => existing),
    decommissioned: wanted.filter(({ key }) => !requested.get(key)),
    size: wanted.length,
  }
}

/**
 * Returns the requests that apply exactly this plan, whatever other users applied meanwhile: first removals, then
 * additions, in batches of the API's limit.
 */
export function planParts(plan: Plan): Schemas['FleetSelection'][] {
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
