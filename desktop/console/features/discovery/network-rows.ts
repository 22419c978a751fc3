import { type Network, stateOf } from './selection.ts'

export interface NetworkFilters {
  q: string
  state: string
  organisation: string
}

/** A network as a list row. */
export type NetworkRow = Network & { id: string }

/** Returns the networks that match the filters, in the API's order: by organisation and name. */
export function rowsOf(networks: readonly Network[], { q, state, organisation }: NetworkFilters): NetworkRow[] {
  const wanted = q.trim().toLowerCase()
  return networks
    .filter((network) => state === '' || stateOf(network) === state)
    .filter((network) => organisation === '' || network.organisation_id === organisation)
    .filter((network) => wanted === '' || textOf(network).includes(wanted))
    .map((network) => ({ ...network, id: network.key }))
}

function textOf({ key, name, organisation, device_name: deviceName }: Network): string {
  return [key, name, organisation, deviceName ?? ''].join('\n').toLowerCase()
}

/** Returns the distinct organisations, by name. */
export function organisationsOf(networks: readonly Network[]): { value: string; label: string }[] {
  const names = new Map(networks.map(({ organisation_id: id, organisation }) => [id, organisation || id]))
  return [...names].map(([value, label]) => ({ value, label }))
}
