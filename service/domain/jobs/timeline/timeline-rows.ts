import type { ActionContext } from '../../kernel/context.ts'
import { cloudPlatforms } from '../cloud/cloud-platforms.ts'
import {
  type TimelineRow,
  type TimelineWindow,
  attemptsOfWindow,
  boundsOf,
  waitingOfWindow,
} from './timeline-window.ts'

type Scope = Pick<ActionContext, 'trx' | 'tenantId'>

/** A row with the agents of its attempts: the service has a new one after each start. */
export type CountedRow = Pick<TimelineRow, 'kind' | 'agent' | 'runs'> & { agentIds: string[] }

/** Returns the rows with attempts in the window, those with the most first. */
export async function countAttempts({ trx, tenantId }: Scope, window: TimelineWindow): Promise<CountedRow[]> {
  const { rows } = await trx.raw<{ rows: CountedAgent[] }>(
    `select c.agent_id as "agentId", c.tenant_id as "tenantId", c.runs, g.name,
       d.platform = any(:cloud::text[]) as "isService"
     from (select a.tenant_id, a.agent_id, count(*)::int as runs, (array_agg(a.job_id))[1] as job_id
       from ${attemptsOfWindow} where :tenantId::uuid is null or t.id = :tenantId::uuid
       group by a.tenant_id, a.agent_id) c
     join jobs j on j.tenant_id = c.tenant_id and j.id = c.job_id
     join devices d on d.tenant_id = j.tenant_id and d.id = j.device_id
     left join agents g on g.tenant_id = c.tenant_id and g.id = c.agent_id
     order by c.runs desc, c.agent_id`,
    { ...boundsOf(window), tenantId, cloud: cloudPlatforms },
  )
  const ofService = rows.filter(({ isService }) => isService)
  const runs = ofService.reduce((sum, row) => sum + row.runs, 0)
  const agentIds = [...new Set(ofService.map(({ agentId }) => agentId))]
  const service: CountedRow[] = runs > 0 ? [{ kind: 'service', agent: null, runs, agentIds }] : []
  const ofAgents = rows.filter(({ isService }) => !isService).map(agentRow)
  return [...service, ...ofAgents].toSorted((one, other) => other.runs - one.runs)
}

/** Returns the number of runs that waited in the window and never started. */
export async function countWaiting({ trx, tenantId }: Scope, window: TimelineWindow): Promise<number> {
  const { rows } = await trx.raw<{ rows: [{ runs: number }] }>(`select count(*)::int as runs from ${waitingOfWindow}`, {
    ...boundsOf(window),
    tenantId,
  })
  return rows[0].runs
}

interface CountedAgent {
  agentId: string
  tenantId: string
  runs: number
  name: string | null
  isService: boolean
}

function agentRow({ agentId, tenantId, runs, name }: CountedAgent): CountedRow {
  return { kind: 'agent', agent: { id: agentId, name: name ?? agentId, tenantId }, runs, agentIds: [agentId] }
}
