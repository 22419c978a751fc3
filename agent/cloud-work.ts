import type { EnvelopeBinding, JobEnvelope } from '../shared/agent-protocol/envelope.ts'
import type { RequestLimits } from '../shared/platforms/requests.ts'
import type { JobLink } from './job-link.ts'
import { JobAborted, type StopReason } from './job-aborted.ts'
import { leasedJobOf } from './leased-job.ts'
import type { CloudAccess } from './procedures/cloud-access.ts'
import { createSharedBudget, openBudget } from './repository/memory-budget.ts'
import { runJob } from './runner.ts'

export type { CloudAccess } from './procedures/cloud-access.ts'
export { scanMeraki, type MerakiFound, type MerakiScan } from './procedures/netco_meraki-scan.ts'
export type { JobResult, JobLink } from './job-link.ts'

/** A running job of a cloud platform. The service executes it without an agent. */
export interface RunningCloudJob {
  /** Resolves when the result was accepted or abandoned. Rejects only on internal errors. */
  ended: Promise<void>
  /** Stops collecting. The outcome is still reported. */
  stop(reason: StopReason): void
  /** Ends the job without a result. */
  abandon(): void
}

/** Signals for a link: when the job must end, and when its result is no longer needed. */
export interface LinkSignals {
  signal: AbortSignal
  resultSignal: AbortSignal
  /** Called when the lease is lost. */
  onLost: () => void
}

export interface CloudJobContext {
  cloud: CloudAccess
  now: () => Date
  requestLimits?: Partial<RequestLimits>
}

/** Memory limit for the packs of all these jobs. Their texts are short. */
const budgetBytes = 32 * 1024 * 1024
const memory = openBudget(createSharedBudget(budgetBytes, 1), 0)

/** Runs one job as an agent would, over an in-process link. */
export function startCloudJob(
  place: EnvelopeBinding,
  order: JobEnvelope,
  linkFor: (signals: LinkSignals) => JobLink,
  context: CloudJobContext,
): RunningCloudJob {
  const stopping = new AbortController()
  const givingUp = new AbortController()
  const stop = (reason: StopReason) => stopping.abort(new JobAborted(reason))
  const link = linkFor({ signal: stopping.signal, resultSignal: givingUp.signal, onLost: () => stop('lost') })
  const openSsh = () => Promise.reject(new Error('a cloud is not reached by SSH'))
  return {
    ended: runJob(leasedJobOf(place, order), link, { ...context, memory, openSsh, signal: stopping.signal }),
    stop,
    abandon() {
      stop('lost')
      givingUp.abort(new JobAborted('lost'))
    },
  }
}
