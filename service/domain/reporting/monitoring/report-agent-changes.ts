import type { SystemContext } from '../../kernel/context.ts'
import { onlineMs } from '../../inventory/agents/agent-status.ts'
import type { DiskSpace } from '../../../objects/object-store.ts'
import { Setting } from '../../../store/models/setting.ts'
import { type EventDevice, recordEvents } from '../../outbox/events/record-events.ts'

/** Rows per transaction. */
const batch = 500

/** Shorter absences are ignored: an agent restarts, or its network fails briefly. */
const offlineMs = 120_000

/** Emits events for devices that became stale since the last check, once per device until its next success. */
export async function noticeStale({ trx, now }: SystemContext): Promise<number> {
  const { rows } = await trx.raw<{ rows: (EventDevice & { tenant_id: string; last_success_at: Date | null })[] }>(
    `update devices d set stale_told_at = :now
     from (select tenant_id, id from devices
           where stale_told_at is null and stale_at <= :now and standing in ('changed', 'unchanged', 'partial')
           order by stale_at limit :batch for no key update skip locked) late
     where d.tenant_id = late.tenant_id and d.id = late.id
     returning d.id, d.name, d.site, d.platform, d.tags, d.tenant_id, d.last_success_at`,
    { now, batch },
  )
  await recordEvents(
    { trx, now },
    rows.map(({ tenant_id: tenantId, last_success_at: last, ...device }) => ({
      type: 'device.stale' as const,
      tenantId,
      device,
      data: { last_success_at: last?.toISOString() ?? null },
    })),
  )
  return rows.length
}

/** Emits events for agents that connected, or have been absent for longer than `offlineMs`. */
export async function noticeAgents({ trx, now }: SystemContext): Promise<number> {
  const { rows } = await trx.raw<{ rows: NoticedAgent[] }>(
    `update agents a set told_status = seen.status
     from (select tenant_id, id, case when last_seen_at > :onlineAfter then 'online'
                                      when last_seen_at <= :offlineBefore then 'offline' end as status
           from agents
           where revoked_at is null and cloned_at is null and rewound_at is null and last_seen_at is not null
             and (told_status is distinct from 'online' and last_seen_at > :onlineAfter
               or told_status is distinct from 'offline' and last_seen_at <= :offlineBefore)
           order by id limit :batch for no key update skip locked) seen
     where a.tenant_id = seen.tenant_id and a.id = seen.id
     returning a.id, a.name, a.tenant_id, a.told_status, a.last_seen_at`,
    {
      batch,
      onlineAfter: new Date(now.getTime() - onlineMs),
      offlineBefore: new Date(now.getTime() - offlineMs),
    },
  )
  await recordEvents(
    { trx, now },
    rows.map(({ id, name, tenant_id: tenantId, told_status: status, last_seen_at: last }) => ({
      type: `agent.${status}` as const,
      tenantId,
      agent: { id, name },
      data: { last_seen_at: last.toISOString() },
    })),
  )
  return rows.length
}

interface NoticedAgent {
  id: string
  name: string
  tenant_id: string
  told_status: 'online' | 'offline'
  last_seen_at: Date
}

/** Setting that records that low disk space was reported. */
const toldKey = 'storage_low_told'

/** Factor above the threshold at which space counts as sufficient again. */
const enoughAgain = 1.1

/**
 * Emits an event when the disk of the objects has less than `lowPercent` free space, and one when it has enough again:
 * once each, however many replicas check.
 */
export async function reportDiskSpace({ trx, now }: SystemContext, room: DiskSpace, lowPercent: number): Promise<void> {
  const freePercent = (room.free / Math.max(1, room.total)) * 100
  const data = { free_bytes: room.free, total_bytes: room.total, low_percent: lowPercent }
  if (freePercent < lowPercent) {
    const updated = await trx('settings')
      .insert({ key: toldKey, value: JSON.stringify(true), updated_at: now })
      .onConflict('key')
      .ignore()
      .returning('key')
    if (updated.length > 0) await recordEvents({ trx, now }, [{ type: 'storage.low', tenantId: null, data }])
  } else if (freePercent >= lowPercent * enoughAgain) {
    const wasTold = await Setting.query(trx).deleteById(toldKey)
    if (wasTold > 0) await recordEvents({ trx, now }, [{ type: 'storage.enough', tenantId: null, data }])
  }
}
