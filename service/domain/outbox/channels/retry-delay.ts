import type { NotificationChannel } from '../../../store/models/notification-channel.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long after its due time a delivery is retried, in milliseconds. */
export const abandonAfterMs = 7 * dayMs

/** How long a failing channel is tried, also after it was disabled, in milliseconds: its events are kept until then. */
const probeForMs = 14 * dayMs

/** Returns how long a channel may fail until it is disabled, in milliseconds. */
export function disableAfterMs(kind: NotificationChannel['kind']): number {
  return kind === 'webhook' ? dayMs : 7 * dayMs
}

/** Why a channel was disabled that is still tried: its receiver may come back. */
const failingReasons = ['webhook_failing', 'channel_failing']

/** Limits a query of channels, named `c`, to those that receive events. */
export function whereReceiving(now: Date): { sql: string; bindings: { failingReasons: string[]; probedSince: Date } } {
  return {
    sql: '(c.enabled or (c.disabled_reason = any(:failingReasons) and c.failing_since > :probedSince))',
    bindings: { failingReasons, probedSince: new Date(now.getTime() - probeForMs) },
  }
}

/** Whether a channel receives events: it is enabled, or was disabled because its receiver failed less than 14 days ago. */
export function isReceiving(
  { enabled, disabledReason, failingSince }: Pick<NotificationChannel, 'enabled' | 'disabledReason' | 'failingSince'>,
  now: Date,
): boolean {
  if (enabled) return true
  const isFailing = disabledReason !== null && failingReasons.includes(disabledReason)
  return isFailing && failingSince !== null && now.getTime() - failingSince.getTime() < probeForMs
}

/** Whether each event is delivered on its own, however long the receiver is down: it tells events apart by their delivery. */
export function keepsEventsApart(kind: NotificationChannel['kind']): boolean {
  return kind === 'webhook' || kind === 'pagerduty'
}

/**
 * Returns the wait after `failed` attempts, in milliseconds: ten seconds, tripled each time up to an hour, with a
 * quarter of jitter, so that deliveries that failed together are not retried together.
 * @param random from 0 to 1
 */
export function retryDelayMs(failed: number, random: number): number {
  return Math.round(Math.min(hourMs, 10_000 * 3 ** (failed - 1)) * (0.75 + random / 2))
}
