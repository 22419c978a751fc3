import { randomUUID } from 'node:crypto'
import type { TestService } from '../service.ts'

/** An attempt of a run; times are minutes after the begin of the night. */
interface NightAttempt {
  start: number
  /** Absent while it is in progress. */
  end?: number
  outcome?: string
  errorCode?: string
}

/** Adds a backup of a device by an agent with its attempts. Returns the id of the run. */
export async function hasNightRun(
  service: TestService,
  of: { tenantId: string; deviceId: string; agentId: string },
  { night, queued, attempts }: { night: Date; queued: number; attempts: NightAttempt[] },
): Promise<string> {
  const at = (minutes: number | undefined) => minutes === undefined ? null : new Date(night.getTime() + minutes * 60_000) // prettier-ignore
  const last = attempts.at(-1)
  const id = randomUUID()
  const ended = last?.outcome === 'lost' ? 'failed' : last?.outcome
  const status = last ? (ended ?? 'running') : 'queued'
  await service.db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    await trx('jobs').insert({
      ...{ id, tenant_id: of.tenantId, device_id: of.deviceId, kind: 'backup', trigger: 'schedule', status },
      ...{ requested_by: 'schedule', queued_at: at(queued), not_before: at(queued), attempts: attempts.length },
      ...{ started_at: at(attempts[0]?.start), finished_at: at(last?.end), error_code: last?.errorCode ?? null },
      agent_id: last ? of.agentId : null,
    })
    for (const [index, { start, end, outcome, errorCode }] of attempts.entries())
      await trx('job_attempts').insert({
        ...{ tenant_id: of.tenantId, job_id: id, number: index + 1, lease_id: randomUUID(), agent_id: of.agentId },
        ...{ started_at: at(start), ended_at: at(end), outcome: outcome ?? null, error_code: errorCode ?? null },
      })
  })
  return id
}

/** Adds backups of a device by an agent that start evenly over twelve hours; one in ten fails. */
export async function fillNight(
  service: TestService,
  of: { tenantId: string; deviceId: string; agentId: string },
  night: Date,
  runs: number,
): Promise<void> {
  await service.db.owner.transaction(async (trx) => {
    await trx.raw('set local role coffer_platform')
    await trx.raw(
      `create temp table made on commit drop as
       select uuidv7() as id, cast(:night as timestamptz) + (n + 0.5) * interval '12 hours' / :runs as at,
         case when n % 10 = 3 then 'failed' else 'succeeded' end as status
       from generate_series(0, :runs - 1) n`,
      { night, runs },
    )
    await trx.raw(
      `insert into jobs (id, tenant_id, device_id, kind, trigger, requested_by, status, queued_at, not_before, started_at,
         finished_at, attempts, agent_id)
       select id, :tenantId, :deviceId, 'backup', 'schedule', 'schedule', status, cast(:night as timestamptz), at, at,
         at + interval '20 seconds', 1, :agentId from made`,
      { ...of, night },
    )
    await trx.raw(
      `insert into job_attempts (tenant_id, job_id, number, lease_id, agent_id, started_at, ended_at, outcome)
       select :tenantId, id, 1, uuidv7(), :agentId, at, at + interval '20 seconds', status from made`,
      { ...of },
    )
  })
}
