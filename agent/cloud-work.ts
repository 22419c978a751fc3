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

/** A job of a platform that no agent reaches, on its way in the service. */
export interface RunningCloudJob {
  /** Resolves when its result was taken, or nobody wants it any more. Rejects at our own mistakes only. */
  ended: Promise<void>
  /** The device is left; what is to be reported of it still is. */
  stop(reason: StopReason): void
  /** Nobody waits for its result any more. */
  abandon(): void
}

/** What a link heeds: when the job is to end, and when not even its result is of use. */
export interface LinkSignals {
  signal: AbortSignal
  resultSignal: AbortSignal
  /** To be called when the lease turns out to be gone. */
  onLost: () => void
}

export interface CloudJobContext {
  cloud: CloudAccess
  now: () => Date
  requestLimits?: Partial<RequestLimits>
}

/** Of all packs of all these jobs that are in memory: their texts are short. */
const budgetBytes = 32 * 1024 * 1024
const memory = openBudget(createSharedBudget(budgetBytes, 1), 0)

/** Runs one job as an agent would, over a link that needs no wire. */
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
