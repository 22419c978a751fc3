import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type ReportSummary = Schemas['ReportSummary']
export type DeviceState = Schemas['DeviceState']

/** `none`: there is nothing to cover. */
export type Decision = 'none' | 'all' | 'some'

export interface StateShare {
  state: DeviceState
  devices: number
  /** Of the devices that are drawn, 0 to 1. */
  share: number
}

/** From what is well to what is not; those that are out of service or switched off count for nothing and come last. */
const inOrder = ['unchanged', 'changed', 'partial', 'stale', 'blocked', 'failed', 'never'] as const
const aside = ['disabled', 'decommissioned'] as const

/**
 * What the morning's first line says, and the bar below it.
 * @returns `shares` are the states that some device is in, `aside` those that the bar leaves out, `uncounted` the devices
 *   that the bar has and coverage is not measured against
 */
export function coverageOf(summary: ReportSummary): {
  decision: Decision
  uncovered: number
  uncounted: number
  shares: StateShare[]
  aside: StateShare[]
} {
  const { devices, covered, states } = summary
  const drawn = inOrder.reduce((sum, state) => sum + states[state], 0)
  const shareOf = (state: DeviceState): StateShare => ({
    state,
    devices: states[state],
    share: drawn === 0 ? 0 : states[state] / drawn,
  })
  const isThere = ({ devices: count }: StateShare) => count > 0
  return {
    decision: devices === 0 ? 'none' : covered === devices ? 'all' : 'some',
    uncovered: devices - covered,
    uncounted: Math.max(0, drawn - devices),
    shares: inOrder.map(shareOf).filter(isThere),
    aside: aside.map(shareOf).filter(isThere),
  }
}
