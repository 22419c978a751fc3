import type { ReleaseLeases } from '../../inventory/agents/release-leases.ts'
import type { CancelJobs } from '../../inventory/devices/cancel-jobs.ts'
import { cancelWaitingJobs } from '../cancel-waiting-jobs.ts'
import { releaseLeases } from '../release-leases.ts'
import { jobKinds } from './registry.ts'

/** What the inventory requires of the queue, for jobs of every kind. Requests pass these functions in. */
export const releaseAgentLeases: ReleaseLeases = (context, ...agent) =>
  releaseLeases({ ...context, kinds: jobKinds }, ...agent)

export const cancelDeviceJobs: CancelJobs = (context, deviceIds) =>
  cancelWaitingJobs({ ...context, kinds: jobKinds }, deviceIds)
