import type { Counting } from './count-devices.ts'
import type { ReportSummary } from './daily-report.ts'

type Marks = Pick<ReportSummary, 'suspiciousVersions' | 'hostsNotCompared' | 'drifted'>

/** Counts what needs attention on devices in service. */
export async function countMarks({ trx, tenantId }: Counting): Promise<Map<string, Marks>> {
  const whose = tenantId === null ? '' : 'and marked.tenant_id = :tenantId'
  const inService = `join devices d on d.tenant_id = marked.tenant_id and d.id = marked.device_id
    and d.standing not in ('disabled', 'decommissioned')`
  const { rows } = await trx.raw(
    `select tenant_id as "tenantId", sum(suspicious)::int as "suspiciousVersions", sum(not_compared)::int as "hostsNotCompared",
       sum(drifted)::int as drifted
     from (
       select marked.tenant_id, count(*) as suspicious, 0 as not_compared, 0 as drifted from versions marked ${inService}
       where marked.suspicious is not null and marked.reviewed_at is null ${whose} group by 1
       union all
       select marked.tenant_id, 0, count(*), 0 from fingerprints marked ${inService}
       where marked.status = 'approved' and not marked.compared ${whose} group by 1
       union all
       select marked.tenant_id, 0, 0, count(distinct marked.device_id) from pins marked ${inService}
       where marked.drifted ${whose} group by 1
     ) counted group by 1`,
    { tenantId },
  )
  return new Map(rows.map(({ tenantId: id, ...marks }: { tenantId: string } & Marks) => [id, marks]))
}
