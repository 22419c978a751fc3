import type { BigipDescription, ShellLimits } from '../../shared/platforms/platform.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'
import type { Session } from '../sessions/session.ts'
import type { BigipCommands } from './lbco_bigip-commands.ts'

/** Shared by the steps of one run. */
export interface BigipRun {
  session: Session
  commands: BigipCommands
  description: BigipDescription
  limits: ShellLimits
  dependencies: CollectDependencies
  /** Names of the files that this run creates. */
  names: { ucs: string; scf: string }
  secrets: readonly string[]
  /** Whether the account may run system commands. Files that only those can remove are created only then. */
  mayUseBash: boolean
  /**
   * Removal functions for objects that are being created. A stopped run calls them at its end, over a new connection.
   */
  pendingReplies: Set<(commands: BigipCommands) => Promise<unknown>>
}
