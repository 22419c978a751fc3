import type { components } from '../../../../shared/contract/api-types.ts'
import { type Tone, appearances } from '../../ui/states.ts'
import type { IconName } from '../../ui/icons.ts'

type Schemas = components['schemas']

/** The state of a device, or what is graver than its state. */
export type Condition = Schemas['DeviceState'] | 'suspicious' | 'drifted'

const gravestFirst: Condition[] = ['blocked', 'failed', 'suspicious', 'drifted', 'partial', 'stale']
const notBackedUp: Condition[] = ['disabled', 'decommissioned']

/** Returns the gravest of the device's state and its findings. A device that is not backed up keeps its state. */
export function deviceCondition(
  state: Schemas['DeviceState'],
  { suspicious, drifted }: { suspicious: boolean; drifted: boolean },
): Condition {
  if (notBackedUp.includes(state)) return state
  const found = new Set<Condition>([state])
  if (suspicious) found.add('suspicious')
  if (drifted) found.add('drifted')
  return gravestFirst.find((one) => found.has(one)) ?? state
}

export function conditionAppearance(condition: Condition): { tone: Tone; icon: IconName } {
  if (condition === 'suspicious') return { tone: 'warn', icon: 'alarm' }
  if (condition === 'drifted') return { tone: 'warn', icon: 'pin' }
  return appearances.deviceState[condition]
}
