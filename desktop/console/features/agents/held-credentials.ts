import { writeCell } from '../../../../shared/inventory/csv-cells.ts'
import type { components } from '../../../../shared/contract/api-types.ts'

export type HandedSecret = components['schemas']['HandedSecret']

/** `deleted`: the credential was deleted from Coffer, and its secrets may still be in use on the devices. */
export type HeldState = 'to_change' | 'deleted' | 'changed'

/** A credential that an agent received, with the names of its devices. */
export interface HeldCredential {
  id: string
  name: string
  username: string | null
  state: HeldState
  /** When the agent last received it, for any device. */
  lastAt: string
  devices: HandedSecret[]
}

const states: readonly HeldState[] = ['to_change', 'deleted', 'changed']

/** Groups by credential: those to change first, then by name. */
export function heldCredentials(handed: readonly HandedSecret[]): HeldCredential[] {
  const groups = [...Map.groupBy(handed, ({ credential }) => credential.id).values()]
  return groups
    .map((rows) => {
      const { id, name, username } = rows[0]!.credential
      const lastAt = rows.reduce((last, row) => (row.last_at > last ? row.last_at : last), '')
      const devices = rows.toSorted((a, b) => a.device.name.localeCompare(b.device.name))
      return { id, name, username, state: stateOf(rows), lastAt, devices }
    })
    .toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || a.name.localeCompare(b.name))
}

function stateOf(rows: readonly HandedSecret[]): HeldState {
  if (rows[0]!.credential.deleted) return 'deleted'
  return rows.every((row) => row.changed_since) ? 'changed' : 'to_change'
}

/**
 * Returns a row for each credential and device, for a spreadsheet (RFC 4180), with the API's names in every language.
 */
export function heldTable(held: readonly HeldCredential[]): string {
  const columns = ['credential', 'account', 'device', 'address', 'first_at', 'last_at', 'state']
  const rows = held.flatMap(({ name, username, state, devices }) =>
    devices.map(({ device, first_at: first, last_at: last, changed_since: isChanged }) => [
      name,
      username ?? '',
      device.name,
      device.hostname,
      first,
      last,
      state === 'to_change' && isChanged ? 'changed' : state,
    ]),
  )
  return `\ufeff${[columns, ...rows].map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')}`
}

/** Returns the same as text, for a ticket: a credential with its account, then its devices. */
export function heldText(held: readonly HeldCredential[]): string {
  return held
    .map(({ name, username, state, devices }) => {
      const hosts = devices.map(({ device }) => `  ${device.name} (${device.hostname})\n`).join('')
      return `${name}${username ? ` (${username})` : ''}: ${state}\n${hosts}`
    })
    .join('\n')
}
