import type { RunStatement } from '../../store/scope.ts'

/**
 * Tenants with a job that can be offered now. The statement runs in the platform scope. Takes one index lookup for each
 * tenant: of the jobs that a night has queued, only the first is read.
 */
export async function dueTenants(run: RunStatement, now: Date): Promise<string[]> {
  const rows = await run<{ tenant_id: string }>(
    `with recursive due as (
       (select tenant_id from jobs
        where status in ('queued', 'retrying') and not_before <= :now and lease_id is null
        order by tenant_id limit 1)
       union all
       select (select tenant_id from jobs
               where status in ('queued', 'retrying') and not_before <= :now and lease_id is null
                 and tenant_id > due.tenant_id
               order by tenant_id limit 1)
       from due where due.tenant_id is not null
     )
     select tenant_id from due where tenant_id is not null`,
    { now },
  )
  return rows.map((row) => row.tenant_id)
}
