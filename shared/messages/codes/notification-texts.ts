import type { MessageGroup } from '../parameters.ts'

/** Titles and lines of the messages that channels send. */
export const notificationTexts = {
  notification_line_mail_test: { user: 'text' },
  notification_line_of: { customer: 'text', sentence: 'text' },
  notification_line_test: { user: 'text' },
  notification_summary_of: { device: 'text', key: 'text', changes: 'message' },
  notification_title_digest: { events: 'count', critical: 'count', warnings: 'count' },
  notification_title_escalation: { title: 'text' },
  notification_title_event: { subject: 'text', label: 'text' },
  notification_title_mail_test: { host: 'text' },
  notification_title_test: { name: 'text' },
} as const satisfies MessageGroup
