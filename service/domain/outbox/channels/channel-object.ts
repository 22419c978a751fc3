/** How the audit log names a channel: as a webhook if the request used the operations of webhooks. */
export type ChannelObject = 'webhook' | 'notification_channel'
