import { platformById } from '../../../shared/platforms/registry.ts'
import { documentFormat } from '../../../shared/platforms/stored-platform.ts'
import { onlineMs } from '../inventory/agents/agent-status.ts'
import type { ActionContext } from '../kernel/context.ts'
import type { Run } from './runs.ts'
import { hasStoredPlatform, triedVersion } from './stored-platform-sql.ts'

/**
 * Why no agent takes a queued run: of the agents that may back up the device, none exists, is enrolled, is online, or
 * supports its platform.
 */
export type WaitReason = 'no_agent' | 'agent_not_enrolled' | 'agent_offline' | 'platform_unsupported'

/** Returns the reason of each queued run that no agent can take at present, by its id. */
export async function findWaitReasons(
  { trx, now }: Pick<ActionContext, 'trx' | 'now'>,
  runs: readonly Pick<Run, 'id' | 'status' | 'platform'>[],
): Promise<Map<string, WaitReason>> {
  const ids = runs
    .filter(({ status, platform }) => status === 'queued' && platformById(platform)?.reachedBy !== 'service')
    .map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const { rows } = await trx.raw<{ rows: { id: string; reason: WaitReason | null }[] }>(
    `select j.id, case
         when count(a.id) = 0 then 'no_agent'
         when count(a.public_key) = 0 then 'agent_not_enrolled'
         when not coalesce(bool_or(a.is_online), false) then 'agent_offline'
         else 'platform_unsupported'
       end as reason
     from jobs j
     join devices d on d.tenant_id = j.tenant_id and d.id = j.device_id
     left join lateral (
       select a.id, a.public_key, ${isOnline} as is_online from agents a
       where ${mayBackUp}) a on true
     where j.id = any(:ids::uuid[])
       and not exists (
         select from agents a join agent_sessions s on s.tenant_id = a.tenant_id and s.agent_id = a.id
         where ${mayBackUp} and ${isOnline} and s.ended_at is null and ${supportsPlatform})
     group by j.id`,
    { ids, documentFormat, lastSeenAfter: new Date(now.getTime() - onlineMs) },
  )
  return new Map(rows.flatMap(({ id, reason }) => (reason ? [[id, reason]] : [])))
}

/** SQL: whether the agent `a` may back up the device `d`. */
const mayBackUp = `a.tenant_id = d.tenant_id and a.revoked_at is null
  and (not exists (select from device_agents m where m.tenant_id = d.tenant_id and m.device_id = d.id)
       or exists (select from device_agents m
                  where m.tenant_id = d.tenant_id and m.device_id = d.id and m.agent_id = a.id))`

const isOnline = `(a.cloned_at is null and a.rewound_at is null and coalesce(a.last_seen_at > :lastSeenAfter, false))`

/** SQL: whether the process of the session `s` can run the job `j`. */
const supportsPlatform = `case when j.kind = 'dry_run'
    then s.document_format >= :documentFormat and ${triedVersion('s.dry_run_format')}
    else d.platform = any(s.platforms) or s.document_format >= :documentFormat and ${hasStoredPlatform()} end`
