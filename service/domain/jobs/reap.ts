import { changesDevice, changingKinds } from '../../../shared/agent-protocol/restore-kinds.ts'
import { Job } from '../../store/models/job.ts'
import type { InMoment, Moment } from '../kernel/context.ts'
import { endJob } from './end-job.ts'
import { type LeasedJob, loseLeases, wakeCustomers, withdrawOffers } from './expire-leases.ts'
import { afterFailure } from './budgets.ts'
import { restorePatienceMs } from './restore/restore-timeout.ts'
import { reapRestores } from './restore/reap-restores.ts'
import { Device } from '../../store/models/device.ts'

const dayMs = 24 * 3_600_000

/** How many jobs one round looks at for each reason: a round is a transaction, and the next one comes soon. */
const batch = 500

export interface ReapOptions {
  /** How often this is done: what became due meanwhile wakes its customer's agents. */
  everyMs: number
  /** How long after its deadline a job may still bring its result. */
  resultGraceMs: number
  timeZone: string
}

/** How many jobs were touched, by reason. */
export type Reaped = Record<'offers' | 'leases' | 'deadlines' | 'unserved' | 'withdrawn' | 'restores' | 'due', number>

/**
 * Puts right what nobody else will: offers that were not taken up, leases of agents that are gone, jobs past their
 * deadline, jobs that no agent took for a day, queued jobs of devices that went out of service, restores that nobody
 * confirmed or heard of. Any number of replicas may do this at once.
 */
export async function reap(inMoment: InMoment, options: ReapOptions): Promise<Reaped> {
  return {
    offers: await inMoment(reapOffers),
    leases: await inMoment(reapLeases),
    deadlines: await inMoment((moment) => reapDeadlines(moment, options)),
    unserved: await inMoment((moment) => reapUnserved(moment, options)),
    withdrawn: await inMoment(reapOutOfService),
    restores: await inMoment(reapRestores),
    due: await inMoment((moment) => wakeDue(moment, options)),
  }
}

async function reapOffers(moment: Moment): Promise<number> {
  const jobs = await lock(moment)
    .whereNotNull('offerExpiresAt')
    .where('offerExpiresAt', '<=', moment.now)
    .whereNot('status', 'running')
  await withdrawOffers(moment, jobs as LeasedJob[])
  return jobs.length
}

async function reapLeases(moment: Moment): Promise<number> {
  const jobs = await lock(moment).where('status', 'running').where('leaseExpiresAt', '<=', moment.now)
  await loseLeases(moment, jobs as LeasedJob[], 'unheard')
  return jobs.length
}

/** The agent should have killed it long ago; what it holds is taken from it, and the device's failure counts. */
async function reapDeadlines(moment: Moment, { resultGraceMs, timeZone }: ReapOptions): Promise<number> {
  const jobs = await lock(moment)
    .where('status', 'running')
    .where('deadlineAt', '<=', new Date(moment.now.getTime() - resultGraceMs))
  await loseLeases(moment, jobs.filter(changesDevice) as LeasedJob[], 'unheard')
  for (const job of jobs) {
    if (changesDevice(job)) continue
    const device = await Device.query(moment.trx).findById(job.deviceId).throwIfNotFound()
    const after = afterFailure(job, device, 'deadline_exceeded', moment.now)
    const status = job.cancelRequestedAt ? 'cancelled' : after.status
    const end = { errorCode: 'deadline_exceeded', deviceFailure: true, ...after, status } as const
    await endJob(moment, job, job.leaseId, end, timeZone)
  }
  return jobs.length
}

async function reapUnserved(moment: Moment, { timeZone }: ReapOptions): Promise<number> {
  const before = (ms: number) => new Date(moment.now.getTime() - ms)
  const jobs = await waiting(moment).where((unserved) =>
    unserved
      .where((late) => late.where('queuedAt', '<=', before(dayMs)).where('notBefore', '<=', before(dayMs)))
      .orWhere((once) => once.whereIn('kind', [...changingKinds]).where('queuedAt', '<=', before(restorePatienceMs))),
  )
  for (const job of jobs) await endJob(moment, job, null, { status: 'failed', errorCode: 'no_agent' }, timeZone)
  return jobs.length
}

async function reapOutOfService(moment: Moment): Promise<number> {
  const jobs = await waiting(moment).whereExists(
    Device.query(moment.trx)
      .whereColumn('devices.tenantId', 'jobs.tenantId')
      .whereColumn('devices.id', 'jobs.deviceId')
      .where((out) => out.where('devices.enabled', false).orWhereNotNull('devices.decommissionedAt')),
  )
  for (const job of jobs) await endJob(moment, job, null, { status: 'cancelled' })
  return jobs.length
}

/** Retries whose wait is over: nothing else tells the agents. Twice the interval, so that a late round misses none. */
async function wakeDue(moment: Moment, { everyMs }: ReapOptions): Promise<number> {
  const due = await Job.query(moment.trx)
    .whereIn('status', ['queued', 'retrying'])
    .whereBetween('notBefore', [new Date(moment.now.getTime() - 2 * everyMs), moment.now])
    .whereColumn('notBefore', '>', 'queuedAt')
    .distinct('tenantId')
  await wakeCustomers(moment, due)
  return due.length
}

function lock({ trx }: Moment) {
  return Job.query(trx).limit(batch).orderBy('id').forUpdate().skipLocked()
}

function waiting(moment: Moment) {
  return lock(moment).whereIn('status', ['queued', 'retrying']).whereNull('leaseId')
}
