/** The fields of an event that name its subject. */
export interface RoutedEvent {
  type: string
  tenant_id: string | null
  device: { id: string } | null
  agent: { id: string } | null
  data: object
}

/**
 * Returns the address of an event's subject in the console; '/' for an event without a page. Users who receive an event may open
 * its page.
 */
export function eventRoute(event: RoutedEvent): string {
  const { type, device, agent, data } = event
  const {
    credential_id: credential,
    fingerprint_id: fingerprint,
    webhook_id: webhook,
    channel_id: channel = webhook,
    version_id: version,
    run_id: run,
    document_id: document,
    event_id: acknowledged,
    change,
    day,
  } = data as Record<string, unknown>
  if (typeof fingerprint === 'string') return `/trust?id=${fingerprint}`
  if (typeof channel === 'string') return `/notification-channels/${channel}`
  if (type === 'report.undeliverable' || type === 'report_schedule.suspended') return '/reports'
  if (type.startsWith('version.') && typeof version === 'string') return `/versions/${version}`
  if (type === 'restore.state' && typeof run === 'string') return `/restore/${run}`
  if (isOfRun.test(type) && typeof run === 'string') return `/runs/${run}`
  if (device) return `/devices/${device.id}`
  if (agent) return `/agents/${agent.id}`
  if (typeof day === 'string') return `/reports?day=${day}`
  if (typeof credential === 'string')
    return type === 'credential.deleted' ? '/credentials' : `/credentials/${credential}`
  if (typeof document === 'string') return change === 'deleted' ? '/platforms' : `/platforms/${document}`
  if (isOfAccess.test(type)) return '/audit' // the users page is visible to fewer roles than these events
  if (isOfStorage.test(type)) return '/storage'
  if (type.startsWith('destruction.')) return event.tenant_id ? `/customers/${event.tenant_id}` : '/customers'
  if (type === 'event.acknowledged') return typeof acknowledged === 'string' ? `/events/${acknowledged}` : '/events'
  return type === 'settings.changed' ? '/settings' : '/'
}

const isOfRun = /^run\./
const isOfAccess = /^(user|role|token|login)\./
const isOfStorage = /^(storage|integrity|store|dump|task)\./

/**
 * Returns the address that a notification of an event opens: the event itself, where it can be acknowledged, or the subject of an
 * event that needs no attention.
 */
export function notificationRoute(
  event: RoutedEvent & { id: string; severity: 'info' | 'warning' | 'critical' },
): string {
  return event.severity === 'info' ? eventRoute(event) : `/events/${event.id}`
}
