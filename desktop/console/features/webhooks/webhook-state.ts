import { messageText } from '../../language/service-messages.ts'
import type { components } from '../../../../shared/contract/api-types.ts'
import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

type Schemas = components['schemas']
export type Webhook = Schemas['Webhook']
export type Delivery = Schemas['WebhookDelivery']

/** Time without a successful delivery after which the service stops a webhook. */
export const waitLimitMs = 24 * 3_600_000

/** `stopped` by the service, `off` by a user; the most severe first. */
export const webhookStates = ['stopped', 'failing', 'off', 'well'] as const
export type WebhookState = (typeof webhookStates)[number]

export const stateAppearance: Record<WebhookState, { tone: Tone; icon: IconName }> = {
  stopped: { tone: 'bad', icon: 'blocked' },
  failing: { tone: 'warn', icon: 'alarm' },
  off: { tone: 'quiet', icon: 'paused' },
  well: { tone: 'good', icon: 'done' },
}

export const deliveryLooks: Record<Delivery['status'], { tone: Tone; icon: IconName }> = {
  waiting: { tone: 'info', icon: 'waiting' },
  delivered: { tone: 'good', icon: 'done' },
  failed: { tone: 'bad', icon: 'failed' },
  merged: { tone: 'quiet', icon: 'gone' },
}

export function webhookState({ enabled, failing_since, disabled_reason }: Webhook): WebhookState {
  if (!enabled) return disabled_reason === null ? 'off' : 'stopped'
  return failing_since === null ? 'well' : 'failing'
}

/** Sorts those that need attention first, then by name. */
export function byNeed(webhooks: readonly Webhook[]): Webhook[] {
  const rank = (webhook: Webhook) => webhookStates.indexOf(webhookState(webhook))
  return webhooks.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
}

/** Returns when the service stops a failing webhook if no delivery succeeds before. */
export function stopsAt({ failing_since: since }: Webhook): string | null {
  return since && new Date(Date.parse(since) + waitLimitMs).toISOString()
}

/** Returns the subject of a delivery: its first event, and the number of others. */
export function subjectOf({ events }: Delivery): { type: string; about: string; more: number } {
  const [first = {}] = events as { type?: unknown; device?: unknown; agent?: unknown }[]
  const about = (first.device ?? first.agent) as { name?: unknown } | null | undefined
  return { type: textOf(first.type), about: textOf(about?.name), more: Math.max(0, events.length - 1) }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Returns why the service stopped a webhook, in the language of the console; null if it did not. */
export function disabledReason({ disabled_reason, disabled_reason_code: code, disabled_reason_params }: Webhook) {
  return (code === null ? undefined : messageText({ code, params: disabled_reason_params })) ?? disabled_reason
}

/** Returns why an attempt failed, in the language of the console; null if it succeeded. */
export function attemptError({ error, error_code: code, error_params: params }: Delivery['attempts'][number]) {
  return (code === null ? undefined : messageText({ code, params })) ?? error
}
