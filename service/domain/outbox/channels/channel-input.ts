import {
  type ChannelKind,
  type ChannelRule,
  NotificationChannel,
  type QuietHours,
} from '../../../store/models/notification-channel.ts'
import type { components } from '../../../../shared/contract/api-types.ts'
import { isPlatformRole } from '../../../../shared/permissions/permissions.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { invalidField } from '../../kernel/domain-error.ts'
import type { DestinationInput } from './channel-kinds.ts'
import { isTimeZone } from './quiet-hours.ts'

type Schemas = components['schemas']

/** A channel as a request has it. */
export type ChannelInput = Schemas['NewNotificationChannel']
export type ChannelPatch = Schemas['NotificationChannelPatch']

const kinds: readonly ChannelKind[] = [
  ...(['webhook', 'http', 'mail', 'slack', 'teams', 'mattermost', 'pagerduty', 'ntfy', 'syslog', 'snmp'] as const),
]

/**
 * Returns the destination of a channel of this kind; undefined without one.
 * @throws DomainError validation_failed for a destination of another kind
 */
export function pickDestination<Kind extends ChannelKind>(
  kind: Kind,
  input: ChannelPatch,
): DestinationInput[Kind] | undefined {
  const other = kinds.find((one) => one !== kind && input[one] !== undefined)
  if (other) throw invalidField(other, 'contradicts', { fields: ['kind'] })
  return input[kind] as DestinationInput[Kind] | undefined
}

/** The columns of rules and times. */
type RuleColumns = Pick<
  NotificationChannel,
  | 'rules'
  | 'language'
  | 'includeSummaries'
  | 'digestMinutes'
  | 'quietHours'
  | 'escalationMinutes'
  | 'escalationChannelId'
  | 'escalationSeverity'
>

/**
 * Returns the columns of rules and times that a request sets.
 * @param channel id and tenant of the channel
 * @throws DomainError validation_failed
 */
export async function readRuleColumns(
  context: ActionContext,
  channel: Pick<NotificationChannel, 'id' | 'tenantId'>,
  { rules, language, include_summaries, digest_minutes, quiet_hours, escalation }: ChannelPatch,
): Promise<Partial<RuleColumns>> {
  return {
    ...(rules && { rules: readRules(channel.tenantId, rules) }),
    ...(language && { language }),
    ...(include_summaries !== undefined && { includeSummaries: include_summaries }),
    ...(digest_minutes !== undefined && { digestMinutes: digest_minutes }),
    ...(quiet_hours !== undefined && { quietHours: quiet_hours && readQuietHours(quiet_hours) }),
    ...(escalation !== undefined && (await readEscalation(context, channel, escalation))),
  }
}

/**
 * Returns rules with all their filters.
 * @throws DomainError validation_failed for customers in a channel of one customer
 */
export function readRules(tenantId: string | null, rules: readonly Schemas['NotificationRule'][]): ChannelRule[] {
  return rules.map(({ events = [], min_severity = 'info', customers = [], sites = [], tags = [], platforms = [] }, at) => {
    if (tenantId !== null && customers.length > 0) {
      throw invalidField(`rules.${at}.customers`, 'only_at_level', { level: 'platform' })
    }
    return { events, min_severity, customers, sites, tags, platforms }
  }) // prettier-ignore
}

function readQuietHours({ days, min_severity, ...times }: Schemas['QuietHours']): QuietHours {
  if (!isTimeZone(times.time_zone)) throw invalidField('quiet_hours.time_zone', 'time_zone_unknown')
  const all = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
  return { ...times, days: days ?? [...all], min_severity: min_severity ?? 'critical' }
}

/** The second channel has the same owner, so that no event reaches another tenant. */
async function readEscalation(
  { trx }: ActionContext,
  { id, tenantId }: Pick<NotificationChannel, 'id' | 'tenantId'>,
  escalation: Schemas['NotificationEscalation'] | null,
) {
  if (escalation === null) return { escalationMinutes: null, escalationChannelId: null, escalationSeverity: null }
  const { after_minutes, channel_id, min_severity = 'warning' } = escalation
  const target = await NotificationChannel.query(trx).findById(channel_id)
  if (!target || target.tenantId !== tenantId || target.id === id) {
    throw invalidField('escalation.channel_id', 'channel_not_found')
  }
  return { escalationMinutes: after_minutes, escalationChannelId: channel_id, escalationSeverity: min_severity }
}

/** @throws DomainError validation_failed for a role that no user of the channel's owner has */
export function checkMailRoles(tenantId: string | null, roles: readonly Schemas['Role'][] = []): void {
  const at = roles.findIndex((role) => isPlatformRole(role) !== (tenantId === null))
  if (at >= 0) throw invalidField(`mail.roles.${at}`, 'channel_role_invalid')
}
