import type { BigipRestDescription } from '../../shared/platforms/platform.ts'
import type { RequestLimits } from '../../shared/platforms/requests.ts'
import type { ApiSession } from '../collect/api/api-session.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'

/** Shared by the steps of one run. */
export interface BigipRestRun {
  talk: ApiSession
  description: BigipRestDescription
  limits: RequestLimits
  dependencies: CollectDependencies
  /** Names of the files that this run creates. */
  names: { ucs: string; scf: string }
}
