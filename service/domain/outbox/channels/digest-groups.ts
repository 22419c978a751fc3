import type { ChannelKind } from '../../../store/models/notification-channel.ts'

/** Maximum number of events in a digest; further events start another. */
export const maxInDigest = 200

/** Divides a list into parts of at most the size of a digest. */
export function inGroups<T>(items: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(items.length / maxInDigest) }, (_none, at) =>
    items.slice(at * maxInDigest, (at + 1) * maxInDigest),
  )
}

/** Whether a kind never gets digests: a digest has no alert, so PagerDuty could not resolve the incident of one of its events. */
export function neverDigests(kind: ChannelKind): boolean {
  return kind === 'pagerduty'
}

/** Divides the events of a channel into deliveries. */
export function inDeliveries<T>(kind: ChannelKind, events: readonly T[]): T[][] {
  return neverDigests(kind) ? events.map((event) => [event]) : inGroups(events)
}
