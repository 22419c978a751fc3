import type { BigipDescription, ShellLimits } from '../../shared/platforms/platform.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'
import type { Session } from '../sessions/session.ts'
import type { BigipCommands } from './lbco_bigip-commands.ts'

/** What the steps of one run share. */
export interface BigipRun {
  session: Session
  commands: BigipCommands
  description: BigipDescription
  limits: ShellLimits
  dependencies: CollectDependencies
  /** Of the files that this run makes. */
  names: { ucs: string; scf: string }
  secrets: readonly string[]
  /** The account may give commands of the system: what is made where only those reach can be removed again. */
  mayUseBash: boolean
  /** Removes, each, what is being made: a run that is stopped does it at its end, on a connection of its own. */
  pendingReplies: Set<(commands: BigipCommands) => Promise<unknown>>
}
