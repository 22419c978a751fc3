import { createHash } from 'node:crypto'
import type { components } from '../../../../shared/contract/api-types.ts'
import { Agent, type SnmpUser } from '../../../store/models/agent.ts'
import { openSnmpUsers } from '../../inventory/agents/snmp-passwords.ts'
import { readPlatforms } from '../../inventory/platforms/find-platform.ts'
import type { TenantContext } from '../../kernel/context.ts'

type WatchList = Omit<components['schemas']['WatchList'], 'snmp_users'>

/** The list, and the users of SNMPv3 if it has an SNMP listener: their passwords must be sealed to the agent. */
export interface ReadWatchList {
  list: WatchList
  snmpUsers?: SnmpUser[]
}

/**
 * Returns the devices whose messages an agent watches for, with the messages that report a change by platform. These are
 * the devices in service that the agent may collect and whose platform has such messages.
 * @param tag that of the list that the agent has
 * @returns without devices if the agent has this list, or has no listeners
 */
export async function readWatchList(
  context: TenantContext,
  agentId: string,
  tag: string | undefined,
): Promise<ReadWatchList> {
  const { trx, tenantId } = context
  const agent = await Agent.query(trx).findById(agentId).select('id', 'listeners', 'snmpUsers', 'snmpPasswords')
  if (!agent?.listeners) return { list: { tag: 'off' } }
  const { rows } = await trx.raw<{ rows: WatchedDevice[] }>(
    `select d.id, d.name, d.hostname, d.platform, d.fact_hostname as reported
     from devices d
     where d.tenant_id = :tenantId and d.enabled and d.decommissioned_at is null
       and (not exists (select from device_agents a where a.tenant_id = d.tenant_id and a.device_id = d.id)
         or exists (select from device_agents a
           where a.tenant_id = d.tenant_id and a.device_id = d.id and a.agent_id = :agentId))
     order by d.id`,
    { tenantId, agentId },
  )
  const ids = [...new Set(rows.map(({ platform }) => platform))]
  const find = await readPlatforms(trx, tenantId, ids)
  const messages = ids.flatMap((id) => {
    const platform = find(id)
    return platform?.changes && !platform.reachedBy ? [[id, platform.changes] as const] : []
  })
  const platforms = Object.fromEntries(messages) as NonNullable<WatchList['platforms']>
  const devices = rows
    .filter(({ platform }) => Object.hasOwn(platforms, platform))
    .map(({ id, name, hostname, platform, reported }) => ({
      id,
      platform,
      host: hostname,
      names: [...new Set([name, hostname, reported].filter((one) => one !== ''))],
    }))
  const list = { listeners: agent.listeners, devices, platforms }
  // sealed again with each change, so that the tag changes and reveals no password
  const passwords = agent.snmpPasswords?.toString('base64') ?? ''
  const text = JSON.stringify({ ...list, snmpUsers: agent.snmpUsers, passwords })
  const current = createHash('sha256').update(text).digest('base64url')
  if (current === tag) return { list: { tag: current } }
  if (agent.listeners.snmp_trap === undefined) return { list: { tag: current, ...list } }
  return { list: { tag: current, ...list }, snmpUsers: openSnmpUsers(await context.keys.of(tenantId), agent) }
}

interface WatchedDevice {
  id: string
  name: string
  hostname: string
  platform: string
  /** The host name in its configuration. */
  reported: string
}
