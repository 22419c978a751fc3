import type { components } from '../../../shared/contract/api-types.ts'
import type { Timeline } from '../../domain/jobs/timeline/read-timeline.ts'
import type { SingleBar, TimelineBar, TimelineRow } from '../../domain/jobs/timeline/timeline-window.ts'
import { levelOf } from '../../domain/policies/blackouts/blackout-level.ts'
import type { BlackoutStretch } from '../../domain/policies/blackouts/list-stretches.ts'

type Schemas = components['schemas']

export function presentRunTimeline(
  { rows, omittedAgents }: Timeline,
  stretches: readonly BlackoutStretch[],
  omittedBlackouts: number,
): Schemas['RunTimeline'] {
  return {
    rows: rows.map(presentRow),
    omitted_agents: omittedAgents,
    blackouts: stretches.map(presentStretch),
    omitted_blackouts: omittedBlackouts,
  }
}

function presentRow({ kind, agent, runs, isMerged, bars }: TimelineRow): Schemas['TimelineRow'] {
  const of = { agent_id: agent?.id ?? null, agent: agent?.name ?? null, tenant_id: agent?.tenantId ?? null }
  return { kind, ...of, runs, merged: isMerged, bars: bars.map(presentBar) }
}

function presentBar({ runs, statuses, start, end, single }: TimelineBar): Schemas['TimelineBar'] {
  const times = { starts_at: start.toISOString(), ends_at: end?.toISOString() ?? null }
  return { runs, statuses, ...times, run: single && presentSingle(single) }
}

function presentSingle(of: SingleBar): Schemas['TimelineRun'] {
  return {
    run_id: of.runId,
    tenant_id: of.tenantId,
    device_id: of.deviceId,
    device: of.deviceName,
    kind: of.kind,
    attempt: of.attempt,
    waits_since: of.waitsSince.toISOString(),
    error_code: of.errorCode,
  }
}

function presentStretch({ blackout, deviceName, begin, end }: BlackoutStretch): Schemas['BlackoutStretch'] {
  return {
    level: levelOf(blackout),
    tenant_id: blackout.tenantId,
    site: blackout.site,
    device_id: blackout.deviceId,
    device: deviceName,
    name: blackout.name,
    starts_at: begin.toISOString(),
    ends_at: end.toISOString(),
  }
}
