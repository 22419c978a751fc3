import { randomUUIDv7 } from 'node:crypto'
import type { Permission } from '../../../../shared/permissions/permissions.ts'
import type { EventRow } from '../../../store/models/event.ts'
import { WebhookDelivery } from '../../../store/models/webhook-delivery.ts'
import { Webhook } from '../../../store/models/webhook.ts'
import type { SystemContext } from '../../kernel/context.ts'
import { readRoleCustomers, readRolePermissions } from '../../kernel/role-permissions.ts'
import { emitEvent } from '../events/emit-event.ts'
import { type EventType, eventTypes, severities } from '../events/event-types.ts'
import { abandonAfterMs } from './webhook-retry-delay.ts'

/** Maximum number of events in a digest; further events start another. */
const maxInDigest = 200

const minuteMs = 60_000

/** Queues deliveries of these events: one per event, or in a digest. */
export async function queueDeliveries(context: SystemContext, events: EventRow[]): Promise<void> {
  const owners = new Set(events.flatMap(({ tenantId }) => tenantId ?? []))
  const webhooks = await Webhook.query(context.trx)
    .where({ enabled: true })
    .where((of) => of.whereNull('tenantId').orWhereIn('tenantId', [...owners]))
    .orderBy('id')
  const permissions = await readRolePermissions(context.trx, webhooks)
  const customers = await readRoleCustomers(context.trx, webhooks)
  for (const [at, webhook] of webhooks.entries()) {
    const seen = events.filter(({ tenantId }) => customers[at]?.includes(tenantId ?? '') ?? true)
    const wanted = seen.filter((event) => wantsEvent(webhook, permissions[at], event))
    if (wanted.length === 0) continue
    if (webhook.digestMinutes > 0) await gather(context, webhook, wanted)
    else await insert(context, webhook, wanted.map((event) => [event])) // prettier-ignore
  }
}

/** Adds events to the queued digest, unless it is already being sent. */
async function gather(context: SystemContext, webhook: Webhook, wanted: EventRow[]): Promise<void> {
  const { trx } = context
  const open = await WebhookDelivery.query(trx)
    .where({ webhookId: webhook.id, kind: 'digest', status: 'waiting' })
    .whereNull('leaseUntil')
    .whereRaw(`attempts = '[]' and jsonb_array_length(events) < ?`, [maxInDigest])
    .orderBy('queuedOrder')
    .forUpdate()
    .first()
  const room = open ? maxInDigest - open.events.length : 0
  const [fitting, others] = [wanted.slice(0, room), wanted.slice(room)]
  if (open && fitting.length > 0) {
    await WebhookDelivery.query(trx)
      .findById(open.id)
      .patch({ events: [...open.events, ...fitting.map(emitEvent)] })
  }
  const groups = Array.from({ length: Math.ceil(others.length / maxInDigest) }, (_none, at) =>
    others.slice(at * maxInDigest, (at + 1) * maxInDigest),
  )
  await insert(context, webhook, groups)
}

async function insert({ trx, now }: SystemContext, webhook: Webhook, groups: EventRow[][]): Promise<void> {
  if (groups.length === 0) return
  const waitMs = webhook.digestMinutes * minuteMs
  await WebhookDelivery.query(trx).insert(
    groups.map((group) => ({
      id: randomUUIDv7(),
      tenantId: webhook.tenantId,
      webhookId: webhook.id,
      kind: waitMs > 0 ? ('digest' as const) : ('event' as const),
      status: 'waiting' as const,
      events: group.map(emitEvent),
      attempts: [],
      nextAt: new Date(now.getTime() + waitMs),
      giveUpAt: new Date(now.getTime() + waitMs + abandonAfterMs),
      createdAt: now,
    })),
  )
}

/**
 * Whether a webhook receives an event: it has the same tenant (a platform webhook receives those of all tenants), its
 * creator may read the event, and all filters match. A filter by site, tag or platform excludes events without a
 * device.
 */
function wantsEvent(webhook: Webhook, held: ReadonlySet<Permission> | undefined, event: EventRow): boolean {
  const { device } = event
  const type = eventTypes[event.type as EventType]
  const passes = (wanted: string[], has: string[]) => wanted.length === 0 || wanted.some((one) => has.includes(one))
  return (
    webhook.enabled &&
    (webhook.tenantId === null || webhook.tenantId === event.tenantId) &&
    held?.has(type.permission) === true &&
    severities.indexOf(event.severity) >= severities.indexOf(webhook.minSeverity) &&
    passes(webhook.events, [event.type]) &&
    passes(webhook.sites, device ? [device.site] : []) &&
    passes(webhook.tags, device?.tags ?? []) &&
    passes(webhook.platforms, device ? [device.platform] : [])
  )
}
