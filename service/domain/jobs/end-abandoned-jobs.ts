import { changesDevice, changingKinds } from '../../../shared/agent-protocol/restore-kinds.ts'
import { Job } from '../../store/models/job.ts'
import type { RunInSystemTransaction, SystemContext } from '../kernel/context.ts'
import { endJob, endJobs } from './end-job.ts'
import { expireLeases, wakeTenants, withdrawOffers } from './expire-leases.ts'
import { afterFailure } from './retry-policy.ts'
import { restoreTimeoutMs } from './restore-timeout.ts'
import { Device } from '../../store/models/device.ts'
import type { JobContext, JobKinds, LeasedJob } from './job-kind.ts'

const dayMs = 24 * 3_600_000

/** Maximum number of jobs of one round for each reason: a round is one transaction, and the next one follows soon. */
const batch = 500

export interface EndOptions {
  /** Interval of the rounds: jobs that became due since the last one wake their tenants' agents. */
  everyMs: number
  /** How long after its deadline a job's result is still accepted. */
  resultGraceMs: number
  timeZone: string
  kinds: JobKinds
}

/** Numbers of changed jobs by reason. */
export type EndedCounts = Record<
  'offers' | 'leases' | 'deadlines' | 'unserved' | 'withdrawn' | 'restores' | 'due',
  number
>

/**
 * Ends what no other transaction ends: offers that no agent accepted, leases of agents that are gone, jobs past their
 * deadline, jobs that no agent took for a day, queued jobs of decommissioned devices, and restores without confirmation
 * or news. Any number of replicas may run it at the same time.
 */
export async function endAbandonedJobs(
  runInSystemTransaction: RunInSystemTransaction,
  options: EndOptions,
): Promise<EndedCounts> {
  const { kinds } = options
  const run = (step: (context: JobContext) => Promise<number>) =>
    runInSystemTransaction((context) => step({ ...context, kinds }))
  return {
    offers: await run(reapOffers),
    leases: await run(reapLeases),
    deadlines: await run((context) => reapDeadlines(context, options)),
    unserved: await run((context) => reapUnserved(context, options)),
    withdrawn: await run(reapOutOfService),
    restores: await run(finishDue),
    due: await run((context) => wakeDue(context, options)),
  }
}

async function reapOffers(context: JobContext): Promise<number> {
  const jobs = await lock(context)
    .whereNotNull('offerExpiresAt')
    .where('offerExpiresAt', '<=', context.now)
    .whereNot('status', 'running')
  await withdrawOffers(context, jobs as LeasedJob[])
  return jobs.length
}

async function reapLeases(context: JobContext): Promise<number> {
  const jobs = await lock(context).where('status', 'running').where('leaseExpiresAt', '<=', context.now)
  await expireLeases(context, jobs as LeasedJob[], 'unreachable')
  return jobs.length
}

/** The agent should have killed the job long before: its lease ends, and the failure of the device counts. */
async function reapDeadlines(context: JobContext, { resultGraceMs, timeZone }: EndOptions): Promise<number> {
  const jobs = await lock(context)
    .where('status', 'running')
    .where('deadlineAt', '<=', new Date(context.now.getTime() - resultGraceMs))
  await expireLeases(context, jobs.filter(changesDevice) as LeasedJob[], 'unreachable')
  for (const job of jobs) {
    if (changesDevice(job)) continue
    const device = await Device.query(context.trx).findById(job.deviceId).throwIfNotFound()
    const after = afterFailure(job, device, 'deadline_exceeded', context.now)
    const status = job.cancelRequestedAt ? 'cancelled' : after.status
    const end = { errorCode: 'deadline_exceeded', deviceFailure: true, ...after, status } as const
    await endJob(context, job, job.leaseId, end, timeZone)
  }
  return jobs.length
}

async function reapUnserved(context: JobContext, { timeZone }: EndOptions): Promise<number> {
  const before = (ms: number) => new Date(context.now.getTime() - ms)
  const jobs = await waiting(context).where((unserved) =>
    unserved
      .where((late) => late.where('queuedAt', '<=', before(dayMs)).where('notBefore', '<=', before(dayMs)))
      .orWhere((once) => once.whereIn('kind', [...changingKinds]).where('queuedAt', '<=', before(restoreTimeoutMs))),
  )
  const end = { status: 'failed', errorCode: 'no_agent' } as const
  await endJobs(
    context,
    jobs.map((job) => ({ job, lease: null, end })),
    timeZone,
  )
  return jobs.length
}

async function reapOutOfService(context: JobContext): Promise<number> {
  const jobs = await waiting(context).whereExists(
    Device.query(context.trx)
      .whereColumn('devices.tenantId', 'jobs.tenantId')
      .whereColumn('devices.id', 'jobs.deviceId')
      .where((out) => out.where('devices.enabled', false).orWhereNotNull('devices.decommissionedAt')),
  )
  await endJobs(
    context,
    jobs.map((job) => ({ job, lease: null, end: { status: 'cancelled' } })),
  )
  return jobs.length
}

async function finishDue(context: JobContext): Promise<number> {
  let count = 0
  for (const kind of Object.values(context.kinds)) count += (await kind.finishDue?.(context)) ?? 0
  return count
}

/**
 * Returns retries whose delay is over, because no other event notifies the agents. Looks back over two intervals, so
 * that a late round misses none.
 */
async function wakeDue(context: SystemContext, { everyMs }: EndOptions): Promise<number> {
  const due = await Job.query(context.trx)
    .whereIn('status', ['queued', 'retrying'])
    .whereBetween('notBefore', [new Date(context.now.getTime() - 2 * everyMs), context.now])
    .whereColumn('notBefore', '>', 'queuedAt')
    .distinct('tenantId')
  await wakeTenants(context, due)
  return due.length
}

function lock({ trx }: SystemContext) {
  return Job.query(trx).limit(batch).orderBy('id').forUpdate().skipLocked()
}

function waiting(context: SystemContext) {
  return lock(context).whereIn('status', ['queued', 'retrying']).whereNull('leaseId')
}
