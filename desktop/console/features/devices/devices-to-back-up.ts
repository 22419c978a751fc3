import type { components } from '../../../../shared/contract/api-types.ts'
import { type PageQuery, pageOf } from '../../client/paging.ts'
import type { DeviceChoice } from './send-in-slices.ts'

type Device = Pick<components['schemas']['Device'], 'id' | 'enabled' | 'state'>
type ListQuery = PageQuery & components['schemas']['DeviceFilter']

/** The most that are backed up by one request, as the contract has it of `device_ids`. */
export const backUpsAtOnce = 10_000

/** Which of the chosen devices are backed up, and how many of them are not, since they are disabled or out of service. */
export interface DevicesToBackUp {
  ids: string[]
  leftOut: number
  /** The filters find more than one request takes; `ids` are the first of them. */
  tooMany: boolean
}

/**
 * What a backup of the chosen devices names: the service takes all that it is told or none, so those that it would refuse
 * are left out here.
 * @param rows the devices that are known; a ticked one that is not among them is named all the same
 * @param ask a page of the devices that a filter finds, in the service's words
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
