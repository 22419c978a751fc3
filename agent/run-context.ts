import type { DriverLimits } from '../shared/platforms/platform.ts'
import type { CollectDependencies } from './collect/device-collector.ts'
import type { MemoryBudget } from './repository/memory-budget.ts'

/** What a run takes place in. */
export interface RunContext {
  openSsh: CollectDependencies['openSsh']
  memory: MemoryBudget
  /** The service's time, as near as it is known here. */
  now: () => Date
  /** Aborted with a JobStop: the device is left at once. */
  signal: AbortSignal
  /** Told before something is done that cannot be taken back: the job is not to be stopped from here on. */
  onCommitting?: () => void
  /** Told when the device is left and only the result has to be delivered. */
  onResult?: () => void
  timeouts?: CollectDependencies['timeouts']
  requestLimits?: CollectDependencies['requestLimits']
  cloud?: CollectDependencies['cloud']
  shellLimits?: Partial<DriverLimits>
}
