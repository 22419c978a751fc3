import type { RunInSystemTransaction } from '../../kernel/context.ts'
import type { Intervals } from '../../../../shared/agent-protocol/intervals.ts'
import type { RequestLimits } from '../../../../shared/platforms/requests.ts'
import type { Keyring } from '../../../keys/keyring.ts'
import type { MerakiSettings } from '../../../settings.ts'
import type { ServicePool } from '../../../workers/service-pool.ts'
import type { InTenant } from '../../policies/policy-dependencies.ts'
import type { Repository } from '../../repository/chunks/repository.ts'
import type { JobKinds } from '../job-kind.ts'

/** Dependencies of the runner of cloud jobs. */
export interface CloudDependencies {
  runInSystemTransaction: RunInSystemTransaction
  inTenant: InTenant
  keys: Keyring
  repository: Repository
  workers: Pick<ServicePool, 'run'>
  kinds: JobKinds
  intervals: Intervals
  timeZone: string
  meraki: MerakiSettings
  now: () => Date
  /** Reports what an administrator should check. */
  alarm: (event: string, facts?: Record<string, unknown>) => void
  /** Tests use shorter delays. */
  requestLimits?: Partial<RequestLimits>
}
