import { may } from '../../../../shared/permissions/permissions.ts'
import type { EventRow } from '../../../store/models/event.ts'
import type { Webhook } from '../../../store/models/webhook.ts'
import { type EventType, eventTypes, severities } from '../events/event-types.ts'

/**
 * Whether a webhook is to be told of an event: one of its customer, or of anybody's where it is the platform's; which its
 * maker may know; that passes every filter. A filter by site, tag or platform leaves out what is about no device.
 */
export function wantsEvent(webhook: Webhook, event: EventRow): boolean {
  const { device } = event
  const type = eventTypes[event.type as EventType]
  const passes = (wanted: string[], has: string[]) => wanted.length === 0 || wanted.some((one) => has.includes(one))
  return (
    webhook.enabled &&
    (webhook.tenantId === null || webhook.tenantId === event.tenantId) &&
    may(webhook.role, type.permission) &&
    severities.indexOf(event.severity) >= severities.indexOf(webhook.minSeverity) &&
    passes(webhook.events, [event.type]) &&
    passes(webhook.sites, device ? [device.site] : []) &&
    passes(webhook.tags, device?.tags ?? []) &&
    passes(webhook.platforms, device ? [device.platform] : [])
  )
}
