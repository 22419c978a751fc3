import { randomUUIDv7 } from 'node:crypto'
import { type RunningCloudJob, startCloudJob } from '../../../../agent/cloud-work.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import { KeysDestroyed } from '../../../keys/keyring.ts'
import type { TenantKeys } from '../../../keys/tenant-keys.ts'
import { DatabaseUnavailable } from '../../../store/database-unavailable.ts'
import type { Job } from '../../../store/models/job.ts'
import type { TenantContext, RunInTransaction } from '../../kernel/context.ts'
import { deadlineKind } from '../deadline.ts'
import { endJob } from '../end-job.ts'
import { renewLeases } from '../heartbeat.ts'
import type { JobContext } from '../job-kind.ts'
import { lockLeasedJob } from '../lease-state.ts'
import { expireLeases } from '../expire-leases.ts'
import { type OfferFacts, orderFor, readOfferFacts } from '../make-offers.ts'
import { serviceActor } from '../../kernel/service-actor.ts'
import { type Posture, platformPosture } from '../../policies/posture/effective-posture.ts'
import { claimCloudJobs, dueCloudTenants } from './claim-cloud-jobs.ts'
import { merakiAccess } from './cloud-access.ts'
import { createCloudLink } from './cloud-link.ts'
import type { CloudDependencies } from './cloud-dependencies.ts'

/**
 * Limits of jobs that run at the same time in one process. Most of the time a job waits for the cloud; those of one
 * organisation share its rate limit.
 */
const maxRunning = { jobs: 20, perTenant: 10, perOrganisation: 4 }

interface Held {
  job: Job
  leaseId: string
  organisation: string
  running: RunningCloudJob
  /** Instants of `performance.now`. */
  startedAt: number
  heldAt: number
  deadlineMs: number
  isStopped: boolean
}

/** Runs cloud jobs in this process, as an agent runs those of devices: under leases, which another process may take over. */
export class CloudRunner {
  readonly id = randomUUIDv7()
  readonly #dependencies: CloudDependencies
  readonly #onFree: () => void
  readonly #held = new Map<string, Held>()
  readonly #ends = new Set<Promise<void>>()
  #isStopping = false

  /** @param onFree called when a job has ended: there may be more work */
  constructor(dependencies: CloudDependencies, onFree: () => void = () => undefined) {
    this.#dependencies = dependencies
    this.#onFree = onFree
  }

  /** Claims and starts due jobs up to the limits. Calls must not overlap. */
  async claimDue(): Promise<void> {
    if (this.#isFull()) return
    for (const tenantId of shuffled(await this.#dependencies.runInSystemTransaction(dueCloudTenants))) {
      if (this.#isFull()) return
      await this.#claim(tenantId)
    }
  }

  /** Renews the leases, and stops jobs that have to end. To be called more often than a lease lasts. */
  async renewLeases(): Promise<void> {
    for (const [tenantId, own] of byTenant(this.#held.values())) {
      await this.#renew(tenantId, own).catch((error: unknown) =>
        this.#dependencies.alarm(`leases could not be kept: ${error}`),
      )
    }
    for (const one of this.#held.values()) this.#stopIfDue(one)
  }

  /** Resolves when no job runs. */
  async idle(): Promise<void> {
    while (this.#ends.size > 0) await Promise.all(this.#ends)
  }

  /** Abandons all jobs at once, and releases their leases to other processes. */
  async stop(): Promise<void> {
    this.#isStopping = true
    const left = [...this.#held.values()]
    for (const { running } of left) running.abandon()
    await this.#release(left.map(({ job }) => job))
    await Promise.all(this.#ends)
  }

  #isFull(): boolean {
    return this.#isStopping || this.#held.size >= maxRunning.jobs
  }

  async #claim(tenantId: string): Promise<void> {
    const { runInSystemTransaction, keys, kinds, intervals, timeZone, alarm } = this.#dependencies
    const runInTenant = this.#runInTenant(tenantId)
    const own = [...this.#held.values()].filter(({ job }) => job.tenantId === tenantId)
    const limit = Math.min(maxRunning.jobs - this.#held.size, maxRunning.perTenant - own.length)
    if (limit <= 0) return
    const { perOrganisation } = maxRunning
    const claim = { runnerId: this.id, limit, perOrganisation, running: countByOrganisation(own) }
    const claimed = await runInTenant(async (context) => {
      const jobs = await claimCloudJobs(context, claim, intervals)
      return jobs.length > 0 ? readOfferFacts(context, jobs) : null
    })
    if (!claimed) return
    const posture = await runInSystemTransaction(({ trx }) => platformPosture(trx))
    for (const job of claimed.jobs) {
      try {
        this.#start(job, claimed, await keys.of(tenantId), posture)
      } catch (error) {
        alarm(`job ${job.id} cannot be run: ${error}`)
        if (error instanceof DatabaseUnavailable) await this.#release([job])
        else await runInTenant((context) => endUnrunnable({ ...context, kinds }, job, error, timeZone))
      }
    }
  }

  #start(job: Job, facts: OfferFacts, keys: TenantKeys, posture: Posture): void {
    const dependencies = this.#dependencies
    const { now, requestLimits, intervals } = dependencies
    const { id: jobId, tenantId, kind, deviceId } = job
    const leaseId = leaseOf(job)
    const order = orderFor(facts, job, { keys, platformPosture: posture, transports: ['api'] })
    const binding = { tenantId, agentId: this.id, sessionId: this.id, jobId, leaseId, kind }
    const claim = { agentId: this.id, jobId, leaseId }
    const within = this.#runInTenant(tenantId)
    const running = startCloudJob(
      binding,
      order,
      (signals) => createCloudLink(dependencies, { ...signals, tenantId, claim, keys, within }),
      { cloud: merakiAccess(dependencies, tenantId, order.device.options), now, requestLimits },
    )
    const platform = platformById(facts.devices.get(deviceId)?.platform ?? '')
    const deadlineMs = platform ? intervals.deadlines_ms[deadlineKind(kind, platform)] : 0
    const at = performance.now()
    const { netco_org_id: named } = order.device.options
    const organisation = typeof named === 'string' ? named : ''
    this.#hold({ job, leaseId, organisation, running, startedAt: at, heldAt: at, deadlineMs, isStopped: false })
  }

  #hold(one: Held): void {
    this.#held.set(one.leaseId, one)
    const ended = one.running.ended
      .catch((error: unknown) => this.#dependencies.alarm(`job ${one.job.id} ended: ${error}`))
      .finally(() => {
        this.#held.delete(one.leaseId)
        this.#ends.delete(ended)
        this.#onFree()
      })
    this.#ends.add(ended)
  }

  async #renew(tenantId: string, own: Held[]): Promise<void> {
    const { kinds, intervals } = this.#dependencies
    const sentAt = performance.now()
    const leases = own.map(({ job, leaseId }) => ({ job_id: job.id, lease_id: leaseId }))
    const states = await this.#runInTenant(tenantId)((context) =>
      renewLeases({ ...context, kinds }, { agentId: this.id, leases, dropped: [] }, intervals),
    )
    for (const [at, { state }] of states.entries()) {
      const one = own[at]
      if (!one) continue
      if (state === 'held') one.heldAt = sentAt
      else if (!one.isStopped) stopJob(one, state === 'cancel' ? 'cancelled' : 'lost')
    }
  }

  /** Stops a job before another process can get its lease, and at its deadline; abandons one that does not stop. */
  #stopIfDue(one: Held): void {
    const { intervals } = this.#dependencies
    const at = performance.now()
    const overMs = at - one.startedAt - one.deadlineMs
    if (overMs >= intervals.result_grace_ms) one.running.abandon()
    else if (one.isStopped) return
    else if (at - one.heldAt >= intervals.fence_ms) stopJob(one, 'lost')
    else if (overMs >= 0) stopJob(one, 'deadline')
  }

  #release(jobs: Job[]): Promise<void> {
    const { runInSystemTransaction, kinds } = this.#dependencies
    const lost = jobs.map((job) => ({ id: job.id, tenantId: job.tenantId, leaseId: leaseOf(job), kind: job.kind }))
    return runInSystemTransaction((context) => expireLeases({ ...context, kinds }, lost, 'ended'))
  }

  #runInTenant(tenantId: string): RunInTransaction {
    const { inTenant, keys } = this.#dependencies
    return (work) =>
      inTenant(tenantId, (context) => work({ ...serviceActor, ...context, tenantId, keys } as TenantContext))
  }
}

function stopJob(one: Held, reason: Parameters<RunningCloudJob['stop']>[0]): void {
  one.isStopped = true
  one.running.stop(reason)
}

/** Ends a job that no process could run: its tenant's keys are destroyed, or a stored secret cannot be opened. */
async function endUnrunnable(
  context: TenantContext & JobContext,
  job: Job,
  error: unknown,
  timeZone: string,
): Promise<void> {
  const leaseId = leaseOf(job)
  const { job: locked, leaseState } = await lockLeasedJob(context, {
    agentId: job.agentId ?? '',
    jobId: job.id,
    leaseId,
  })
  if (leaseState !== 'current') return
  const errorCode = error instanceof KeysDestroyed ? 'credential_missing' : 'internal_error'
  await endJob(context, locked, leaseId, { status: 'failed', errorCode }, timeZone)
}

/** Counts jobs by the organisation of their device; devices without one count as one organisation. */
function countByOrganisation(held: Held[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { organisation } of held) counts.set(organisation, (counts.get(organisation) ?? 0) + 1)
  return counts
}

function byTenant(held: Iterable<Held>): Map<string, Held[]> {
  return Map.groupBy(held, ({ job }) => job.tenantId)
}

function leaseOf({ id, leaseId }: Job): string {
  if (leaseId === null) throw new Error(`job ${id} has no lease`)
  return leaseId
}

/** Returns the list in random order, so that no tenant is always first. */
function shuffled<T>(list: T[]): T[] {
  return list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
