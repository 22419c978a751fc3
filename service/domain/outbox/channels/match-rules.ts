import type { Permission } from '../../../../shared/permissions/permissions.ts'
import type { EventRow } from '../../../store/models/event.ts'
import type { ChannelRule, NotificationChannel } from '../../../store/models/notification-channel.ts'
import { type EventType, eventTypes, severities } from '../events/event-types.ts'

/** What a channel's role permits: its permissions, and the only tenants whose events it receives; null: all. */
export interface ChannelReach {
  permissions: ReadonlySet<Permission>
  customers: readonly string[] | null
}

/**
 * Whether a channel wants an event: it has the same tenant (a platform channel receives those of all tenants), its
 * role may read the event, and any rule matches.
 */
export function wantsEvent(channel: NotificationChannel, reach: ChannelReach, event: EventRow): boolean {
  return mayReceive(channel, reach, event) && channel.rules.some((rule) => matchesRule(rule, event))
}

/** Whether a channel may receive an event, whatever its rules. */
export function mayReceive({ tenantId }: NotificationChannel, reach: ChannelReach, event: EventRow): boolean {
  return (
    (tenantId === null || tenantId === event.tenantId) &&
    (reach.customers === null || reach.customers.includes(event.tenantId ?? '')) &&
    reach.permissions.has(eventTypes[event.type as EventType].permission)
  )
}

/** Whether all filters of a rule match. One by site, tag or platform excludes events without a device. */
function matchesRule(rule: ChannelRule, { type, severity, tenantId, device }: EventRow): boolean {
  const passes = (wanted: string[], has: string[]) => wanted.length === 0 || wanted.some((one) => has.includes(one))
  return (
    isAtLeast(severity, rule.min_severity) &&
    passes(rule.events, [type]) &&
    passes(rule.customers, tenantId === null ? [] : [tenantId]) &&
    passes(rule.sites, device ? [device.site] : []) &&
    passes(rule.tags, device?.tags ?? []) &&
    passes(rule.platforms, device ? [device.platform] : [])
  )
}

/** Whether a severity is `least` or higher. */
export function isAtLeast(severity: EventRow['severity'], least: EventRow['severity']): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least)
}
