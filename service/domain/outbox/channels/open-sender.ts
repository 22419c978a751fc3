import type { ChannelFields } from './channel-settings.ts'
import { createHttpSender } from './http.ts'
import { createMailSender } from './mail.ts'
import { createMattermostSender } from './mattermost.ts'
import type { Send } from './notification.ts'
import { createNtfySender } from './ntfy.ts'
import { createPagerdutySender } from './pagerduty.ts'
import type { SenderDependencies } from './sender-dependencies.ts'
import { createSlackSender } from './slack.ts'
import { createSnmpSender } from './snmp.ts'
import { createSyslogSender } from './syslog.ts'
import { createTeamsSender } from './teams.ts'

/** Returns the sender of a channel. It opens a connection for each notification and keeps nothing between them. */
export function openSender(dependencies: SenderDependencies, channel: ChannelFields): Send {
  switch (channel.kind) {
    case 'mail':
      return createMailSender(dependencies, channel.settings)
    case 'slack':
      return createSlackSender(dependencies, channel.settings, channel.secrets)
    case 'teams':
      return createTeamsSender(dependencies, channel.settings, channel.secrets)
    case 'mattermost':
      return createMattermostSender(dependencies, channel.settings, channel.secrets)
    case 'pagerduty':
      return createPagerdutySender(dependencies, channel.settings, channel.secrets)
    case 'ntfy':
      return createNtfySender(dependencies, channel.settings, channel.secrets)
    case 'http':
      return createHttpSender(dependencies, channel.settings, channel.secrets)
    case 'syslog':
      return createSyslogSender(dependencies, channel.settings, channel.secrets)
    case 'snmp':
      return createSnmpSender(dependencies, channel.settings, channel.secrets)
  }
}
