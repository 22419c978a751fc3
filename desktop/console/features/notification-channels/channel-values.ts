import type { components } from '../../../../shared/contract/api-types.ts'
import type { EventType, Severity } from '../../ui/events/event-groups.ts'
import { type Day, days } from '../../ui/schedule/days.ts'
import type { Channel, ChannelKind } from './channel-state.ts'
import { type DestinationValues, destinationOf, destinationValues } from './destination-values.ts'

type Schemas = components['schemas']

/** A rule as the form has it. */
export interface RuleValues {
  events: EventType[]
  min_severity: Severity
  customers: string[]
  /** Separated by commas, like `tags`. */
  sites: string
  tags: string
  platforms: Schemas['PlatformId'][]
}

/** Values of the form. For an existing channel, empty secrets are unchanged. */
export interface ChannelValues extends DestinationValues {
  /** A customer's id; '' means every customer. */
  of: string
  name: string
  kind: ChannelKind
  language: 'en' | 'fr'
  rules: RuleValues[]
  digest_minutes: string
  include_summaries: boolean
  hasQuietHours: boolean
  quiet_hours: { time_zone: string; from: string; to: string; days: Day[]; min_severity: Severity }
  escalates: boolean
  escalation: { after_minutes: number | ''; channel_id: string; min_severity: Severity }
}

const usualQuietHours = { from: '20:00', to: '07:00', min_severity: 'critical' as const }
const usualEscalation = { after_minutes: 30, channel_id: '', min_severity: 'warning' as const }

/** Returns a rule that every event of at least this severity matches. */
export function newRule(min_severity: Severity): RuleValues {
  return { events: [], min_severity, customers: [], sites: '', tags: '', platforms: [] }
}

/**
 * Returns the values of the form.
 * @param channel absent: a new one
 * @param usual of a new channel; `timeZone` (IANA) of quiet hours
 */
export function valuesOf(
  channel: Channel | undefined,
  usual: { tenant: string; language: 'en' | 'fr'; timeZone: string },
): ChannelValues {
  const { quiet_hours: quiet = null, escalation = null } = channel ?? {}
  return {
    of: channel ? (channel.tenant_id ?? '') : usual.tenant,
    name: channel?.name ?? '',
    kind: channel?.kind ?? 'mail',
    language: channel?.language ?? usual.language,
    rules: channel ? channel.rules.map(ruleValues) : [newRule('warning')],
    digest_minutes: String(channel?.digest_minutes ?? 0),
    include_summaries: channel?.include_summaries ?? false,
    hasQuietHours: quiet !== null,
    quiet_hours: { time_zone: usual.timeZone, ...usualQuietHours, ...quiet, days: [...(quiet?.days ?? days)] },
    escalates: escalation !== null,
    escalation: { ...usualEscalation, ...escalation },
    ...destinationValues(channel),
  } as ChannelValues
}

function ruleValues(rule: Schemas['NotificationRule']): RuleValues {
  const { events = [], min_severity = 'info', customers = [], sites = [], tags = [], platforms = [] } = rule
  return {
    events: [...events],
    min_severity,
    customers: [...customers],
    sites: sites.join(', '),
    tags: tags.join(', '),
    platforms: [...platforms],
  }
}

/** Returns comma-separated names without duplicates. */
export function listOf(text: string): string[] {
  return [...new Set(text.split(',').map((part) => part.trim()))].filter((part) => part !== '')
}

/** Returns the request body: without secrets that are empty, and without headers that are unchanged. */
export function bodyOf(values: ChannelValues) {
  return {
    name: values.name.trim(),
    ...destinationOf(values),
    language: values.language,
    rules: values.rules.map(({ customers, ...rule }) => ({
      ...rule,
      customers: values.of === '' ? customers : [],
      sites: listOf(rule.sites),
      tags: listOf(rule.tags),
    })),
    digest_minutes: Number(values.digest_minutes),
    include_summaries: values.include_summaries,
    quiet_hours: values.hasQuietHours ? values.quiet_hours : null,
    escalation: values.escalates
      ? { ...values.escalation, after_minutes: values.escalation.after_minutes || usualEscalation.after_minutes }
      : null,
  }
}

/**
 * Returns a signature key in the format of `openssl rand -hex 32`.
 * @param random returns the requested number of random bytes
 */
export function newSecret(random: (length: number) => Uint8Array): string {
  return [...random(32)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
