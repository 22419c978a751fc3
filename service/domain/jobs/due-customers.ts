import type { Moment } from './end-job.ts'

/** Customers that have a job which could be offered now. The transaction is of the platform scope. */
export async function dueCustomers({ trx, now }: Moment): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { tenant_id: string }[] }>(
    `select distinct tenant_id from jobs
     where status in ('queued', 'retrying') and not_before <= ? and lease_id is null`,
    [now],
  )
  return rows.map((row) => row.tenant_id)
}
