import type { SystemContext } from '../../kernel/context.ts'
import { NotificationDelivery } from '../../../store/models/notification-delivery.ts'
import { NotificationChannel } from '../../../store/models/notification-channel.ts'
import { queueEscalations } from './escalations.ts'
import { type SendDependencies, sendDelivery } from './send-delivery.ts'
import { isReceiving, whereReceiving } from './retry-delay.ts'
import { finishDelivery } from './finish-delivery.ts'
import { suspendChannelsWithoutOwner } from './suspend-channels.ts'

export interface DeliverDependencies extends SendDependencies {
  /** Returns a number from 0 to 1. */
  random?: () => number
}

/** Sends queued deliveries. */
export interface Deliverer {
  /** Starts due deliveries up to the concurrency limit, without awaiting them. */
  startDue(): Promise<void>
  /** Resolves when the running deliveries have ended. */
  whenIdle(): Promise<void>
}

/** Maximum number of channels that are sent to at the same time; each gets one delivery after another. */
const maxConcurrent = 16

/** Maximum per tenant: hanging endpoints of one tenant do not delay others. */
const maxConcurrentPerTenant = 4

/** Longer than any attempt: if no result is recorded by then, the sender died, and another replica sends it again. */
const leaseMs = 60_000

/** Time for the last attempt of a delivery, which is made at its time limit. */
const overdueMs = 2 * 3_600_000

/**
 * Claims deliveries and sends them. A claim is a lease in the database: if a process is killed, the lease expires and
 * the delivery is sent again with the same id.
 * @param onSlotFree called when more deliveries may be due
 */
export function createDeliverer(dependencies: DeliverDependencies, onSlotFree: () => void): Deliverer {
  const { runInSystemTransaction, random = Math.random } = dependencies
  const sendsByChannel = new Map<string, { owner: Owner; sending: Promise<void> }>()

  async function send(channel: NotificationChannel, delivery: NotificationDelivery): Promise<void> {
    try {
      const attempt = await sendDelivery(dependencies, channel, delivery)
      await runInSystemTransaction((context) => finishDelivery(context, delivery, attempt, random()))
    } catch {
      // database unavailable: the lease expires
    } finally {
      sendsByChannel.delete(channel.id)
      onSlotFree()
    }
  }

  return {
    async startDue() {
      await runInSystemTransaction(queueEscalations)
      await runInSystemTransaction(failOverdue)
      if (sendsByChannel.size >= maxConcurrent) return
      const due = await runInSystemTransaction((context) => findDue(context, [...sendsByChannel.keys()]))
      while (sendsByChannel.size < maxConcurrent) {
        const next = takeNext(due, [...sendsByChannel.values()].map(({ owner }) => owner)) // prettier-ignore
        if (!next) return
        const claimed = await runInSystemTransaction((context) => claim(context, next.id))
        if (claimed)
          sendsByChannel.set(next.channelId, { owner: next.owner, sending: send(claimed.channel, claimed.delivery) })
      }
    },
    async whenIdle() {
      await Promise.all([...sendsByChannel.values()].map(({ sending }) => sending))
    },
  }
}

/** Tenant id; null for the platform. */
type Owner = string | null

interface Due {
  id: string
  channelId: string
  owner: Owner
}

/**
 * Returns the first delivery of each idle channel, longest due first; per owner at most the number of its free slots. A
 * channel gets its deliveries in their order: those behind one that another replica sends, or that waits because the
 * receiver is down, wait too. One that only the receiver's answer to itself failed holds back no other.
 */
async function findDue({ trx, now }: SystemContext, busy: string[]): Promise<Due[]> {
  const receiving = whereReceiving(now)
  const { rows } = await trx.raw<{ rows: { id: string; channel_id: string; tenant_id: Owner }[] }>(
    `select id, channel_id, tenant_id
     from (select d.*, row_number() over (partition by c.tenant_id order by d.next_at, d.queued_order) as place
           from notification_channels c cross join lateral
             (select min(queued_order) as first from notification_deliveries
              where channel_id = c.id and status = 'waiting' and kind <> 'test'
                and (lease_until > :now or (next_at > :now and ${receiverIsDown}))) held cross join lateral
             (select id, channel_id, tenant_id, next_at, queued_order from notification_deliveries
              where channel_id = c.id and status = 'waiting' and next_at <= :now
                and (lease_until is null or lease_until <= :now)
                and (held.first is null or queued_order < held.first)
              order by queued_order limit 1) d
           where ${receiving.sql} and not c.id = any(:busy::uuid[])) firsts
     where place <= :places
     order by next_at, queued_order`,
    { now, busy, places: maxConcurrentPerTenant, ...receiving.bindings },
  )
  return rows.map(({ id, channel_id: channelId, tenant_id: owner }) => ({ id, channelId, owner }))
}

/** Whether the last attempt of a delivery failed for a reason that concerns every delivery of the channel. */
const receiverIsDown = `attempts <> '[]'
  and coalesce(attempts->-1->'error'->>'code', '') not like all (array['template\\_%', 'delivery\\_not\\_prepared'])
  and case when attempts->-1->>'status' is null then true
           when c.kind = 'mail' then false
           else attempts->-1->>'status' not like '4__' or attempts->-1->>'status' in ('408', '425', '429') end`

/** Removes and returns the next delivery: of the owner with the fewest running ones, the longest due. */
function takeNext(due: Due[], runningOwners: Owner[]): Due | undefined {
  const counts = due.map(({ owner }) => runningOwners.filter((running) => running === owner).length)
  const least = Math.min(...counts)
  return least < maxConcurrentPerTenant ? due.splice(counts.indexOf(least), 1)[0] : undefined
}

/** Returns null if another replica claimed it. */
async function claim(context: SystemContext, id: string) {
  const { trx, now } = context
  const [delivery] = await NotificationDelivery.query(trx)
    .where({ id, status: 'waiting' })
    .where('nextAt', '<=', now)
    .where((free) => free.whereNull('leaseUntil').orWhere('leaseUntil', '<=', now))
    .patch({ leaseUntil: new Date(now.getTime() + leaseMs) })
    .returning('*')
  if (!delivery) return null
  const channel = await NotificationChannel.query(trx).findById(delivery.channelId)
  if (!channel || !isReceiving(channel, now)) return null
  if ((await suspendChannelsWithoutOwner(context, [channel])).length === 0) return null
  return { channel, delivery }
}

/** Ends deliveries past their time limit and their last attempt, for example those of disabled channels. */
async function failOverdue({ trx, now }: SystemContext): Promise<void> {
  await NotificationDelivery.query(trx)
    .where('status', 'waiting')
    .where('giveUpAt', '<=', new Date(now.getTime() - overdueMs))
    .where((free) => free.whereNull('leaseUntil').orWhere('leaseUntil', '<=', now))
    .patch({ status: 'failed', leaseUntil: null, finishedAt: now })
}
