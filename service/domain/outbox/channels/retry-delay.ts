import type { NotificationChannel } from '../../../store/models/notification-channel.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * Returns how long after its due time a delivery is retried, and a channel may fail until it is disabled, in
 * milliseconds. A webhook's receiver expects every event on its own; those of another channel are merged while it is
 * down, so that they can wait longer.
 */
export function abandonAfterMs(kind: NotificationChannel['kind']): number {
  return kind === 'webhook' ? dayMs : 7 * dayMs
}

/**
 * Returns the wait after `failed` attempts, in milliseconds: ten seconds, tripled each time up to an hour, with a
 * quarter of jitter, so that deliveries that failed together are not retried together.
 * @param random from 0 to 1
 */
export function retryDelayMs(failed: number, random: number): number {
  return Math.round(Math.min(hourMs, 10_000 * 3 ** (failed - 1)) * (0.75 + random / 2))
}
