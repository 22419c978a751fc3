import type { components } from '../../../../shared/contract/api-types.ts'
import type { ChannelFields } from './channel-settings.ts'

type Schemas = components['schemas']

/** The destination of a channel as a request has it, in the field named as its kind. */
export interface DestinationInput {
  webhook: Schemas['WebhookChannelInput']
  http: Schemas['HttpChannelInput']
  mail: Schemas['MailChannelInput']
  slack: Schemas['UrlChannelInput']
  teams: Schemas['UrlChannelInput']
  mattermost: Schemas['MattermostChannelInput']
  pagerduty: Schemas['PagerdutyChannelInput']
  ntfy: Schemas['NtfyChannelInput']
  syslog: Schemas['SyslogChannelInput']
  snmp: Schemas['SnmpChannelInput']
}

/** Settings and secrets of a kind, and what may be shown of its destination. */
export type Destination<Kind extends ChannelFields['kind']> = Omit<Extract<ChannelFields, { kind: Kind }>, 'kind'> & {
  destination: string
  headerNames?: string[]
}

/** The recipients of a mail channel, as they are stored: users are found when a mail is sent. */
export interface MailRecipients {
  to: string[]
  roles: Schemas['Role'][]
}
