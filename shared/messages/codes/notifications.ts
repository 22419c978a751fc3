import type { MessageGroup } from '../parameters.ts'

/** Labels of the messages that channels send. */
export const notifications = {
  notification_critical: {},
  notification_customer: {},
  notification_info: {},
  notification_link: {},
  notification_more: { more: 'count' },
  notification_resolved: {},
  notification_sent_by: { host: 'text' },
  notification_severity: {},
  notification_time: {},
  notification_warning: {},
} as const satisfies MessageGroup
