import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']
export type ReportSummary = Schemas['ReportSummary']
export type DeviceState = Schemas['DeviceState']

/** `none`: there are no devices to cover. */
export type Decision = 'none' | 'all' | 'some'

export interface StateShare {
  state: DeviceState
  devices: number
  /** Fraction of the shown devices, 0 to 1. */
  share: number
}

/** From good to bad; decommissioned and disabled devices do not count and are last. */
const inOrder = ['unchanged', 'changed', 'partial', 'stale', 'blocked', 'failed', 'never'] as const
const aside = ['disabled', 'decommissioned'] as const

/**
 * Returns the coverage summary and its bar.
 * @returns `shares`: the states of devices, `aside`: states outside of the bar, `uncounted`: devices in the bar that do
 *   not count for coverage
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
