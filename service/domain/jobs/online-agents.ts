import { documentFormat } from '../../../shared/platforms/stored-platform.ts'
import { onlineMs } from '../inventory/agents/agent-status.ts'
import type { TenantContext } from '../kernel/context.ts'
import { hasStoredPlatform } from './stored-platform-sql.ts'

/** What an agent supports that can reach a device. */
export interface OnlineAgent {
  /** The platform of the device. */
  supportsPlatform: boolean
  documentFormat: number
  dryRunFormat: number
}

/** Returns the agents that are online, allowed to work, and authorised for a device. */
export async function findOnlineAgents(
  { trx, tenantId, now }: TenantContext,
  deviceId: string,
): Promise<OnlineAgent[]> {
  const { rows } = await trx.raw<{ rows: OnlineAgent[] }>(
    `select d.platform = any(s.platforms) or s.document_format >= :documentFormat and ${hasStoredPlatform()} as "supportsPlatform",
       s.document_format as "documentFormat", s.dry_run_format as "dryRunFormat"
     from agents a
     join agent_sessions s on s.tenant_id = a.tenant_id and s.agent_id = a.id and s.ended_at is null
     join devices d on d.tenant_id = a.tenant_id and d.id = :deviceId
     where a.tenant_id = :tenantId and a.revoked_at is null and a.cloned_at is null and a.rewound_at is null
       and a.last_seen_at > :lastSeenAfter
       and (not exists (select from device_agents m where m.tenant_id = a.tenant_id and m.device_id = :deviceId)
            or exists (select from device_agents m
                       where m.tenant_id = a.tenant_id and m.device_id = :deviceId and m.agent_id = a.id))`,
    { tenantId, lastSeenAfter: new Date(now.getTime() - onlineMs), documentFormat, deviceId },
  )
  return rows
}
