import type { Knex } from 'knex'
import type { Client } from '../support/service.ts'

/** Describes jobs that do not end: the agent, the lease's expiry and the last lines of the log. */
export async function howJobsStand(owner: Knex, admin: Client, ids: string[]): Promise<string[]> {
  const { rows } = await owner.raw<{ rows: { id: string }[] }>(standing, [ids])
  return Promise.all(
    rows.map(async (row) => {
      const lines: { at: string; line: string }[] = (await admin.get(`/api/runs/${row.id}/log`)).body
      return [JSON.stringify(row), ...lines.slice(-6).map(({ at, line }) => `  ${at} ${line}`)].join('\n')
    }),
  )
}

/** Seconds from now; negative in the past. */
const standing = `select j.id, d.name, j.status, j.attempts, j.losses, a.name as agent, s.ended_at is null as has_session,
    l.job_id as device_held_by, j.cancel_requested_at is not null as is_cancelled, j.error_code,
    ${['queued_at', 'not_before', 'offer_expires_at', 'lease_expires_at', 'deadline_at']
      .map((at) => `round(extract(epoch from j.${at} - clock_timestamp())) as ${at}`)
      .join(', ')}, clock_timestamp() as now
  from jobs j join devices d on d.id = j.device_id left join agents a on a.id = j.agent_id
    left join agent_sessions s on s.id = j.session_id left join device_leases l on l.device_id = j.device_id
  where j.id = any(?::uuid[]) order by j.id`
