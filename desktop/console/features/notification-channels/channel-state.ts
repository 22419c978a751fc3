import type { components } from '../../../../shared/contract/api-types.ts'
import { messageText } from '../../language/service-messages.ts'
import { type EventGroup, type EventType, eventGroups } from '../../ui/events/event-groups.ts'
import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

type Schemas = components['schemas']
export type Channel = Schemas['NotificationChannel']
export type Delivery = Schemas['NotificationDelivery']

export type ChannelKind = Schemas['NotificationChannelKind']

/** In the order in which a form offers them. */
export const channelKinds = [
  ...(['mail', 'slack', 'teams', 'mattermost', 'pagerduty', 'ntfy', 'syslog', 'snmp', 'http', 'webhook'] as const),
] satisfies ChannelKind[]

const dayMs = 24 * 3_600_000
/** Time without a successful delivery after which the service stops a channel. */
const waitLimitMs = 7 * dayMs
const webhookWaitLimitMs = dayMs

/** `stopped` by the service, `off` by a user; the most severe first. */
export const channelStates = ['stopped', 'failing', 'off', 'well'] as const
export type ChannelState = (typeof channelStates)[number]

export const stateAppearance: Record<ChannelState, { tone: Tone; icon: IconName }> = {
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

export function channelState({ enabled, failing_since, disabled_reason }: Channel): ChannelState {
  if (!enabled) return disabled_reason === null ? 'off' : 'stopped'
  return failing_since === null ? 'well' : 'failing'
}

/** Sorts those that need attention first, then by name. */
export function byNeed(channels: readonly Channel[]): Channel[] {
  const rank = (channel: Channel) => channelStates.indexOf(channelState(channel))
  return channels.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
}

/** Returns when the service stops a failing channel if no delivery succeeds before. */
export function stopsAt({ kind, failing_since: since }: Channel): string | null {
  const limit = kind === 'webhook' ? webhookWaitLimitMs : waitLimitMs
  return since && new Date(Date.parse(since) + limit).toISOString()
}

/** Returns the groups of which all event types are listed, and the event types of other groups. */
export function wholeGroups(events: readonly EventType[]): { groups: EventGroup[]; others: EventType[] } {
  const typesOf = (group: (typeof eventGroups)[number]) => Object.keys(group.events) as EventType[]
  const whole = eventGroups.filter((group) => typesOf(group).every((type) => events.includes(type)))
  const covered = whole.flatMap(typesOf)
  return { groups: whole.map(({ name }) => name), others: events.filter((type) => !covered.includes(type)) }
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

/** Returns why the service stopped a channel, in the language of the console; null if it did not. */
export function disabledReason({ disabled_reason, disabled_reason_code: code, disabled_reason_params }: Channel) {
  return (code === null ? undefined : messageText({ code, params: disabled_reason_params })) ?? disabled_reason
}

/** Returns why an attempt failed, in the language of the console; null if it succeeded. */
export function attemptError({ error, error_code: code, error_params: params }: Delivery['attempts'][number]) {
  return (code === null ? undefined : messageText({ code, params })) ?? error
}
