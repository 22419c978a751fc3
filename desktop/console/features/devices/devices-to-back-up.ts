import type { components } from '../../../../shared/contract/api-types.ts'
import { type PageQuery, pageOf } from '../../client/paging.ts'
import type { DeviceChoice } from './send-in-slices.ts'

type Device = Pick<components['schemas']['Device'], 'id' | 'enabled' | 'state'>
type ListQuery = PageQuery & components['schemas']['DeviceFilter']

/** Maximum number of devices in one backup request: the contract's limit of `device_ids`. */
export const backUpsAtOnce = 10_000

/** The devices to back up, and how many of the selected ones are disabled or decommissioned. */
export interface DevicesToBackUp {
  ids: string[]
  leftOut: number
  /** Whether the filters match more than one request accepts; `ids` are the first of them. */
  tooMany: boolean
}

/**
 * Returns the devices to back up. The service accepts all or none, so those that it would reject are omitted.
 * @param rows loaded devices; a selected one that is not loaded is included
 * @param ask reads a page of devices that match a filter of the API
 */
export async function devicesToBackUp(
  which: DeviceChoice,
  rows: readonly Device[],
  ask: (query: ListQuery) => Promise<{ data?: Device[]; response: Response }>,
): Promise<DevicesToBackUp> {
  if (!which.filter) {
    const out = new Set(rows.filter((device) => !mayBeBackedUp(device)).map(({ id }) => id))
    const ids = (which.ids ?? []).filter((id) => !out.has(id))
    const leftOut = (which.ids ?? []).length - ids.length
    return { ids: ids.slice(0, backUpsAtOnce), leftOut, tooMany: ids.length > backUpsAtOnce }
  }
  const ids: string[] = []
  let leftOut = 0
  let cursor: string | undefined
  do {
    const page = pageOf(await ask({ ...which.filter, limit: 1_000, ...(cursor && { cursor }) }))
    for (const device of page.rows) {
      if (mayBeBackedUp(device)) ids.push(device.id)
      else leftOut += 1
    }
    cursor = page.next
  } while (cursor && ids.length <= backUpsAtOnce)
  return { ids: ids.slice(0, backUpsAtOnce), leftOut, tooMany: ids.length > backUpsAtOnce }
}

const mayBeBackedUp = ({ enabled, state }: Device) => enabled && state !== 'decommissioned'
