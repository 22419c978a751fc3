import type { BigipRestDescription } from '../../shared/platforms/platform.ts'
import type { RequestLimits } from '../../shared/platforms/requests.ts'
import type { ApiSession } from '../collect/api-session.ts'
import type { CollectDependencies } from '../collect/device-collector.ts'

/** What the steps of one run share. */
export interface BigipRestRun {
  talk: ApiSession
  description: BigipRestDescription
  limits: RequestLimits
  dependencies: CollectDependencies
  /** Of the files that this run makes. */
  names: { ucs: string; scf: string }
}
