import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Client } from '../support/service.ts'
import { type ChangingFleet, textAt } from './changing-fleet.ts'
import { howJobsStand } from './how-jobs-stand.ts'

export interface Play {
  jobs: number
  /** Minimum duration of the rounds. */
  forMs: number
  /** The probability that a device closes the connection within its configuration, for a whole round. */
  deviceFaults: number
  /**
   * This many of `deviceIds`, from the start, are triggered and change; the others run on schedule and do not change.
   */
  devices: number
  admin: Client
  /** Can read every row. */
  owner: Knex
  fleet: Pick<ChangingFleet, 'setRevisions'>
  tenantId: string
  deviceIds: string[]
  random: () => number
}

/** How long a job may make no progress before it counts as stuck: longer than a lease and any wait of an agent. */
const stuckMs = 260_000

/**
 * Plays rounds: the devices change, each is triggered, and the round waits until all runs end. Runs fail only if a
 * device closes the connection: the other devices answer, and a kill costs only a lease. Repeated outages of the store
 * may also exhaust an agent's retries, which it then reports.
 */
export async function playRounds(play: Play, tell: (line: string) => void) {
  const { admin, fleet, tenantId, deviceIds, random } = play
  const triggered = deviceIds.slice(0, play.devices)
  const revisions = deviceIds.map(() => 0)
  const truth = new Map(deviceIds.map((id, at) => [id, at < play.devices ? [] : [textAt(at, 0)]]))
  const broken: string[] = []
  const statuses: Record<string, number> = {}
  const startedAt = performance.now()
  let [jobs, losses, longestMs, rounds] = [0, 0, 0, 0]
  const isOver = async () =>
    jobs >= play.jobs && performance.now() - startedAt >= play.forMs && (await haveScheduledRuns(play))
  while (broken.length === 0 && !(await isOver())) {
    triggered.forEach((_, at) => random() < 0.6 && revisions[at]!++)
    const failing = new Set(triggered.flatMap((_, at) => (random() < play.deviceFaults ? [at] : [])))
    await fleet.setRevisions(revisions, failing)
    const ids = await triggerBackups(admin, tenantId, triggered)
    jobs += ids.length
    const runs = await whenEnded(admin, ids, stuckMs)
    if (runs.length < ids.length) {
      const ended = new Set(runs.map(({ id }) => id))
      const endless = ids.filter((id) => !ended.has(id))
      broken.push(`${endless.length} of ${ids.length} jobs do not end`)
      for (const line of await howJobsStand(play.owner, admin, endless)) tell(line)
    }
    for (const run of runs) {
      statuses[run.status] = (statuses[run.status] ?? 0) + 1
      losses += run.losses
      longestMs = Math.max(longestMs, Date.parse(run.finished_at) - Date.parse(run.queued_at))
      const at = deviceIds.indexOf(run.device_id)
      if (failing.has(at)) {
        if (run.status !== 'failed') broken.push(`run ${run.id} of a device that hung up ended ${run.status}`)
      } else if (run.status === 'succeeded' || run.status === 'unchanged') {
        truth.get(run.device_id)?.push(textAt(at, revisions[at] ?? 0))
      } else if (run.error_code !== 'store_unreachable')
        broken.push(`run ${run.id} ended ${run.status}: ${run.error_code} ${run.error}`)
    }
    rounds++
    tell(`${jobs} jobs, ${losses} losses, ${JSON.stringify(statuses)}`)
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const facts = { rounds, jobs, 'leases lost': losses, 'longest job, s': Math.ceil(longestMs / 1000), seconds }
  return { truth, broken, statuses, facts }
}

/** Uses one idempotency key for all attempts. @returns ids of the jobs */
export async function triggerBackups(admin: Client, tenantId: string, deviceIds: string[]): Promise<string[]> {
  const headers = { 'Idempotency-Key': randomUUID() }
  const answer = await admin.post(`/api/backups/trigger?tenant=${tenantId}`, { device_ids: deviceIds }, headers)
  return (answer.body as { id: string }[]).map(({ id }) => id)
}

/** A run as the API returns it. */
export interface EndedRun {
  id: string
  device_id: string
  status: string
  error_code: string | null
  error: string | null
  losses: number
  queued_at: string
  finished_at: string
}

/**
 * Waits for the runs one after the other, as long as each makes progress: a run that is lost and restarted, as often as
 * its budget allows, takes time on a busy computer.
 * @param limitMs how long the current run may make no progress
 * @returns runs in the order of `ids`, without those that did not end
 */
export async function whenEnded(admin: Client, ids: string[], limitMs: number): Promise<EndedRun[]> {
  let until = performance.now() + limitMs
  const runs: EndedRun[] = []
  for (const id of ids) {
    for (let before: string | undefined; ;) {
      const run = (await admin.get(`/api/runs/${id}`)).body
      const now = `${run.status} ${run.attempts} ${run.losses}`
      if (run.finished_at) runs.push(run)
      if (run.finished_at || (before !== undefined && before !== now)) until = performance.now() + limitMs
      before = now
      if (run.finished_at || performance.now() > until) break
      await pause(200)
    }
  }
  return runs
}

/** Whether each scheduled device was backed up by its schedule. The database may be unavailable. */
async function haveScheduledRuns({ owner, devices, deviceIds }: Play): Promise<boolean> {
  const sql = `select count(distinct j.device_id)::integer as ticked from occurrences o join jobs j on j.id = o.job_id
    where j.status in ('succeeded', 'unchanged')`
  const { rows } = await owner.raw(sql).catch(() => ({ rows: [{ ticked: 0 }] }))
  return rows[0].ticked === deviceIds.length - devices
}
