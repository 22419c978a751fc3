import type { Permission } from '../../client/session.ts'
import type { Device } from './device-filters.ts'
import type { DeviceChoice } from './send-in-slices.ts'

const edits = [
  { kind: 'enable', icon: 'check' },
  { kind: 'disable', icon: 'paused' },
  { kind: 'schedule', icon: 'clock' },
  { kind: 'tags', icon: 'tag' },
  { kind: 'site', icon: 'customer' },
  { kind: 'credential', icon: 'key' },
  { kind: 'agents', icon: 'agent' },
  { kind: 'transport', icon: 'link' },
] as const
const retention = { kind: 'retention', icon: 'policy' } as const
const decommission = { kind: 'decommission', icon: 'gone' } as const
const reinstate = { kind: 'reinstate', icon: 'refresh' } as const

/** The devices of a bulk change: with a filter, `chosen` are only those that are loaded. */
export interface ChosenDevices {
  which: DeviceChoice
  chosen: readonly Pick<Device, 'decommissioned_at'>[]
}

/** Returns the changes of several devices that the user may make and that can apply to them. */
export function bulkKinds(devices: ChosenDevices, may: (permission: Permission) => boolean) {
  const { isIn, isOut } = servicesOf(devices)
  return [
    ...(may('device:write') ? edits : []),
    ...(may('retention:write') ? [retention] : []),
    ...(may('device:write') && isIn ? [decommission] : []),
    ...(may('device:write') && isOut ? [reinstate] : []),
  ]
}

/** Returns whether some devices may be in service, and some not. The list finds decommissioned ones by that state only. */
function servicesOf({ which: { filter }, chosen }: ChosenDevices): { isIn: boolean; isOut: boolean } {
  if (!filter) {
    const isOut = chosen.some(({ decommissioned_at: at }) => at !== null)
    return { isIn: chosen.some(({ decommissioned_at: at }) => at === null), isOut }
  }
  const states = [filter.state ?? []].flat()
  const isOut = states.includes('decommissioned')
  return { isIn: states.length === 0 || states.some((state) => state !== 'decommissioned'), isOut }
}
