import { visibleLine } from '../../ui/visible-text.ts'
import type { Bridge } from '../../../bridge.ts'
import type { LiveEvent } from '../../client/follow-events.ts'
import type { EventType } from '../../client/live.ts'
import { notificationRoute } from '../../../../shared/events/event-route.ts'
import type { messages } from './watch-messages.ts'

type EventWord = Exclude<keyof (typeof messages)['en']['events'], 'several'>

const wordOf: Partial<Record<EventType, EventWord>> = {
  'run.changed': 'run_changed',
  'run.partial': 'run_partial',
  'run.failed': 'run_failed',
  'run.blocked': 'run_blocked',
  'device.recovered': 'device_recovered',
  'device.stale': 'device_stale',
  'version.suspicious': 'version_suspicious',
  'version.not_restorable': 'version_not_restorable',
  'fingerprint.pending': 'fingerprint_pending',
  'fingerprint.changed': 'fingerprint_changed',
  'restore.state': 'restore_state',
  'agent.offline': 'agent_offline',
  'agent.cloned': 'agent_cloned',
  'agent.rewound': 'agent_rewound',
  'agent.lab_mode': 'agent_lab_mode',
  'integrity.damaged': 'integrity_damaged',
  'storage.low': 'storage_low',
  'webhook.disabled': 'webhook_disabled',
  'notification_channel.disabled': 'notification_channel_disabled',
  'report.frozen': 'report_frozen',
}

/** Event types with notifications. */
export const toldEvents = Object.keys(wordOf) as EventType[]

/**
 * Returns a notification with a name and one sentence. A click opens the event, or the subject of one that needs no attention; for several events
 * of one type, their list.
 * @param events at least one
 */
export function notificationOf(
  events: readonly LiveEvent[],
  say: (word: EventWord | 'several', values?: { n: number; what: string }) => string,
): Parameters<Bridge['notify']>[0] {
  const [event] = events
  if (!event) throw new Error('a notification tells of an event')
  const { type, device, agent } = event
  const word = wordOf[type]
  const what = word === undefined ? type : say(word)
  const urgent = events.some(({ severity }) => severity !== 'info')
  if (events.length > 1) {
    return { title: 'Coffer', body: say('several', { n: events.length, what }), route: `/events?type=${type}`, urgent }
  }
  const title = visibleLine(device?.name ?? agent?.name ?? '').slice(0, 200) || 'Coffer'
  return { title, body: what, route: notificationRoute(event), urgent }
}
