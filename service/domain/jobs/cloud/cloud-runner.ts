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
import { type Posture, platformPosture } from '../../levels/posture/effective-posture.ts'
import { claimCloudJobs, dueCloudTenants } from './claim-cloud-jobs.ts'
import { merakiAccess } from './cloud-access.ts'
import { createCloudLink } from './cloud-link.ts'
import type { CloudDependencies } from './cloud-dependencies.ts'

/** Runs the jobs of clouds in this process, as an agent runs those of devices: under leases, which another may take over. */
export interface CloudRunner {
  readonly id: string
  /** Begins what is due, as far as there is room. One at a time. */
  look(): Promise<void>
  /** Keeps the leases, and ends what has to end. To be called more often than a lease lasts. */
  beat(): Promise<void>
  /** Resolves when nothing runs. */
  idle(): Promise<void>
  /** Leaves everything at once, and gives it to the others. */
  stop(): Promise<void>
}

/**
 * Jobs of one process, which wait most of the time; of them those of one customer, which leave room for others; and of these
 * those of one organisation, which share its turns.
 */
const room = { jobs: 20, perTenant: 10, perOrganisation: 4 }

interface Held {
  job: Job
  leaseId: string
  organisation: string
  running: RunningCloudJob
  /** Instants of the steady clock. */
  startedAt: number
  heldAt: number
  deadlineMs: number
  isStopped: boolean
}

/** @param onFree told when a job has ended: there may be more to do */
export function createCloudRunner(parts: CloudDependencies, onFree: () => void = () => undefined): CloudRunner {
  const { runInSystemTransaction, inTenant, keys, kinds, intervals, timeZone, now, alarm } = parts
  const id = randomUUIDv7()
  const held = new Map<string, Held>()
  const ends = new Set<Promise<void>>()
  let isStopping = false

  const withinOf = (tenantId: string): RunInTransaction => {
    return (work) =>
      inTenant(tenantId, (context) => work({ ...serviceActor, ...context, tenantId, keys } as TenantContext))
  }

  async function lookAfter(tenantId: string) {
    const within = withinOf(tenantId)
    const own = [...held.values()].filter(({ job }) => job.tenantId === tenantId)
    const limit = Math.min(room.jobs - held.size, room.perTenant - own.length)
    if (limit <= 0) return
    const claim = { runnerId: id, limit, perOrganisation: room.perOrganisation, running: counted(own) }
    const claimed = await within(async (context) => {
      const jobs = await claimCloudJobs(context, claim, intervals)
      return jobs.length > 0 ? readOfferFacts(context, jobs) : null
    })
    if (!claimed) return
    const posture = await runInSystemTransaction(({ trx }) => platformPosture(trx))
    for (const job of claimed.jobs) {
      try {
        begin(job, claimed, within, await keys.of(tenantId), posture)
      } catch (error) {
        alarm(`job ${job.id} cannot be run: ${error}`)
        if (error instanceof DatabaseUnavailable) await release([job])
        else await within((context) => endUnrunnable({ ...context, kinds }, job, error, timeZone))
      }
    }
  }

  function begin(job: Job, facts: OfferFacts, within: RunInTransaction, tenantKeys: TenantKeys, posture: Posture) {
    const { id: jobId, tenantId, kind, deviceId } = job
    const leaseId = leaseOf(job)
    const order = orderFor(facts, job, { keys: tenantKeys, platformPosture: posture, transports: ['api'] })
    const place = { tenantId, agentId: id, sessionId: id, jobId, leaseId, kind }
    const claim = { agentId: id, jobId, leaseId }
    const running = startCloudJob(
      place,
      order,
      (signals) => createCloudLink(parts, { ...signals, tenantId, claim, keys: tenantKeys, within }),
      { cloud: merakiAccess(parts, tenantId, order.device.options), now, requestLimits: parts.requestLimits },
    )
    const platform = platformById(facts.devices.get(deviceId)?.platform ?? '')
    const deadlineMs = platform ? intervals.deadlines_ms[deadlineKind(kind, platform)] : 0
    const at = performance.now()
    const { netco_org_id: named } = order.device.options
    const organisation = typeof named === 'string' ? named : ''
    held.set(leaseId, { job, leaseId, organisation, running, startedAt: at, heldAt: at, deadlineMs, isStopped: false })
    const ended = running.ended
      .catch((error: unknown) => alarm(`job ${jobId} ended: ${error}`))
      .finally(() => {
        held.delete(leaseId)
        ends.delete(ended)
        onFree()
      })
    ends.add(ended)
  }

  async function keep(tenantId: string, own: Held[]) {
    const sentAt = performance.now()
    const leases = own.map(({ job, leaseId }) => ({ job_id: job.id, lease_id: leaseId }))
    const states = await withinOf(tenantId)((context) =>
      renewLeases({ ...context, kinds }, { agentId: id, leases, dropped: [] }, intervals),
    )
    for (const [at, { state }] of states.entries()) {
      const one = own[at]
      if (!one) continue
      if (state === 'held') one.heldAt = sentAt
      else if (!one.isStopped) stopOne(one, state === 'cancel' ? 'cancelled' : 'lost')
    }
  }

  /** Before its lease can be another's, a job that nobody could keep is left; one that takes too long is ended. */
  function judge(one: Held) {
    const at = performance.now()
    const overMs = at - one.startedAt - one.deadlineMs
    if (overMs >= intervals.result_grace_ms) one.running.abandon()
    else if (one.isStopped) return
    else if (at - one.heldAt >= intervals.fence_ms) stopOne(one, 'lost')
    else if (overMs >= 0) stopOne(one, 'deadline')
  }

  function stopOne(one: Held, reason: Parameters<RunningCloudJob['stop']>[0]) {
    one.isStopped = true
    one.running.stop(reason)
  }

  function release(jobs: Job[]): Promise<void> {
    const lost = jobs.map((job) => ({ id: job.id, tenantId: job.tenantId, leaseId: leaseOf(job), kind: job.kind }))
    return runInSystemTransaction((context) => expireLeases({ ...context, kinds }, lost, 'ended'))
  }

  return {
    id,
    async look() {
      if (isStopping || held.size >= room.jobs) return
      for (const tenantId of shuffled(await runInSystemTransaction(dueCloudTenants))) {
        if (isStopping || held.size >= room.jobs) return
        await lookAfter(tenantId)
      }
    },
    async beat() {
      for (const [tenantId, own] of byTenant(held.values())) {
        await keep(tenantId, own).catch((error: unknown) => alarm(`leases could not be kept: ${error}`))
      }
      for (const one of held.values()) judge(one)
    },
    async idle() {
      while (ends.size > 0) await Promise.all(ends)
    },
    async stop() {
      isStopping = true
      const left = [...held.values()]
      for (const { running } of left) running.abandon()
      await release(left.map(({ job }) => job))
      await Promise.all(ends)
    },
  }
}

/** Nobody else could run it either: its customer's keys were destroyed, or something of ours does not open. */
async function endUnrunnable(
  context: TenantContext & JobContext,
  job: Job,
  error: unknown,
  timeZone: string,
): Promise<void> {
  const leaseId = leaseOf(job)
  const { job: locked, standing } = await lockLeasedJob(context, { agentId: job.agentId ?? '', jobId: job.id, leaseId })
  if (standing !== 'current') return
  const errorCode = error instanceof KeysDestroyed ? 'credential_missing' : 'internal_error'
  await endJob(context, locked, leaseId, { status: 'failed', errorCode }, timeZone)
}

/** By what their devices say; those that say nothing count as one. */
function counted(held: Held[]): Map<string, number> {
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

/** No customer is always the first. */
function shuffled<T>(list: T[]): T[] {
  return list
    .map((one) => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one)
}
