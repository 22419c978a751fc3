import { Agent } from '../../../store/models/agent.ts'
import { type AgentStatus, agentStatusSql } from '../../inventory/agents/agent-status.ts'
import { type Counting, countDevices, noneCounted } from './count-devices.ts'
import { countMarks } from './count-marks.ts'
import { type ExceptionRow, findExceptions } from './find-exceptions.ts'
import { findUnscheduled } from './find-unscheduled.ts'
import type { ReportAgent, ReportSummary, UnscheduledDevice } from './daily-report.ts'

/** A tenant's part as read from the database: errors are still sealed. */
export interface GatheredTenant {
  id: string
  slug: string
  name: string
  summary: ReportSummary
  exceptions: ExceptionRow[]
  unscheduled: UnscheduledDevice[]
  agents: ReportAgent[]
}

/** Reads the data of a report, by tenant slug; includes tenants without devices. */
export async function gatherReport(counting: Counting): Promise<GatheredTenant[]> {
  const { trx, tenantId } = counting
  const tenants = trx('tenants').select('id', 'slug', 'name').orderBy('slug')
  const customers: { id: string; slug: string; name: string }[] = await (tenantId === null
    ? tenants
    : tenants.where({ id: tenantId }))
  const devices = await countDevices(counting)
  const marks = await countMarks(counting)
  const exceptions = await findExceptions(counting)
  const rows = Map.groupBy(exceptions.rows, (row) => row.tenantId)
  const unscheduled = await findUnscheduled(counting)
  const agents = Map.groupBy(await listReportAgents(counting), (agent) => agent.tenantId)
  const waits = ({ lacksAgent, lastRun }: ExceptionRow) => lacksAgent || lastRun?.errorCode === 'no_agent'
  return customers.map((customer) => ({
    ...customer,
    summary: {
      ...(devices.get(customer.id) ?? noneCounted),
      ...(marks.get(customer.id) ?? { suspiciousVersions: 0, hostsNotCompared: 0, drifted: 0 }),
      exceptions: exceptions.counts.get(customer.id) ?? 0,
      withoutAgent: rows.get(customer.id)?.filter(waits).length ?? 0,
    },
    exceptions: rows.get(customer.id) ?? [],
    unscheduled: unscheduled.get(customer.id) ?? [],
    agents: (agents.get(customer.id) ?? []).map(({ tenantId: _tenantId, ...agent }) => agent),
  }))
}

/** Returns agents that are not revoked, those in lab mode first, then by name. */
async function listReportAgents({ trx, tenantId, now }: Counting): Promise<(ReportAgent & { tenantId: string })[]> {
  const status = agentStatusSql(now)
  const query = Agent.query(trx)
    .select('tenantId', 'id', 'name', 'labMode', 'lastSeenAt', 'version')
    .select(trx.raw(`${status.sql} as status`, status.bindings))
    .whereNull('revokedAt')
    .orderBy([{ column: 'labMode', order: 'desc' }, 'name', 'id'])
  if (tenantId !== null) query.where({ tenantId })
  const agents = (await query) as (Agent & { status: AgentStatus })[]
  return agents.map(({ lastSeenAt, tenantId: whose, id, name, labMode, version, status: state }) => ({
    tenantId: whose,
    id,
    name,
    labMode,
    status: state,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    version,
  }))
}
