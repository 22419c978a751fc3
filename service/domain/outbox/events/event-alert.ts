import type { EventRow } from '../../../store/models/event.ts'
import type { EventType } from './event-types.ts'

/** An alert of a subject, which later events end. */
export interface EventAlert {
  /** Unique in the installation; the event that ends the alert has the same. */
  key: string
  resolved: boolean
}

/** What an alert is about, and the fields that name its subject: a device, an agent or fields of `data`. */
interface AlertKind {
  name: string
  subject: readonly string[]
  opens: readonly EventType[]
  ends: readonly EventType[]
}

const alerts: readonly AlertKind[] = [
  {
    name: 'backup',
    subject: ['device'],
    opens: ['run.partial', 'run.failed', 'run.blocked', 'device.stale'],
    ends: ['device.recovered'],
  },
  { name: 'address', subject: ['device'], opens: ['device.address_changed'], ends: ['device.address_approved'] },
  { name: 'version', subject: ['version_id'], opens: ['version.not_restorable'], ends: ['version.restorable'] },
  { name: 'drift', subject: ['artifact_id'], opens: ['artifact.drifted'], ends: ['artifact.aligned'] },
  { name: 'pair', subject: ['pair_id'], opens: ['device_pair.differs'], ends: ['device_pair.aligned'] },
  {
    name: 'fingerprint',
    subject: ['fingerprint_id'],
    opens: ['fingerprint.pending', 'fingerprint.changed'],
    ends: ['fingerprint.approved', 'fingerprint.rejected'],
  },
  { name: 'agent', subject: ['agent'], opens: ['agent.offline'], ends: ['agent.online'] },
  {
    name: 'approval',
    subject: ['approval_id'],
    opens: ['approval.requested'],
    ends: ['approval.approved', 'approval.rejected', 'approval.expired'],
  },
  {
    name: 'destruction',
    subject: ['destruction_id'],
    opens: ['destruction.requested'],
    ends: ['destruction.withdrawn', 'destruction.completed'],
  },
  { name: 'integrity', subject: ['what', 'id'], opens: ['integrity.damaged'], ends: ['integrity.healed'] },
  { name: 'storage', subject: [], opens: ['storage.low'], ends: ['storage.enough'] },
  { name: 'store', subject: [], opens: ['store.unreachable'], ends: ['store.reachable'] },
  { name: 'task', subject: ['task'], opens: ['task.failed'], ends: ['task.recovered'] },
  { name: 'dump', subject: [], opens: ['dump.overdue'], ends: ['dump.recovered'] },
  { name: 'clock', subject: ['of', 'hostname'], opens: ['clock.skewed'], ends: ['clock.corrected'] },
  { name: 'certificate', subject: [], opens: ['certificate.expiring'], ends: ['certificate.renewed'] },
]

const byType = new Map<EventType, { alert: AlertKind; resolved: boolean }>()
for (const alert of alerts) {
  for (const type of alert.opens) byType.set(type, { alert, resolved: false })
  for (const type of alert.ends) byType.set(type, { alert, resolved: true })
}

/** The fields of an event that name its alert. */
export type AlertedEvent = Pick<EventRow, 'type' | 'tenantId' | 'data'> & {
  device: { id: string } | null
  agent: { id: string } | null
}

/** Returns the alert that an event opens or ends; null for one that reports no lasting state. */
export function findAlert({ type, tenantId, device, agent, data }: AlertedEvent): EventAlert | null {
  const found = byType.get(type as EventType)
  if (!found) return null
  const { alert, resolved } = found
  const named: Record<string, unknown> = { ...data, device: device?.id, agent: agent?.id }
  const parts = alert.subject.map((field) => String(named[field] ?? ''))
  return { key: [alert.name, tenantId ?? 'installation', ...parts].join(':'), resolved }
}
