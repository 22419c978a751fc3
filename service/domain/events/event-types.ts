import type { components } from '../../../shared/contract/api-types.ts'
import type { Permission } from '../../../shared/permissions/permissions.ts'
import type { EventRow } from '../../store/models/event.ts'

export type EventType = components['schemas']['EventType']
export type Severity = EventRow['severity']

/** Every kind of event: who may be told of it, and how grave it is unless it says otherwise itself. */
export const eventTypes = {
  'run.changed': { permission: 'report:read', severity: 'info' },
  'run.partial': { permission: 'report:read', severity: 'warning' },
  'run.failed': { permission: 'report:read', severity: 'warning' },
  'run.blocked': { permission: 'report:read', severity: 'warning' },
  'device.recovered': { permission: 'report:read', severity: 'info' },
  'device.stale': { permission: 'report:read', severity: 'warning' },
  'device.address_changed': { permission: 'device:read', severity: 'warning' },
  'version.written': { permission: 'config:read', severity: 'info' },
  'version.suspicious': { permission: 'config:read', severity: 'warning' },
  'artifact.drifted': { permission: 'report:read', severity: 'warning' },
  'artifact.aligned': { permission: 'report:read', severity: 'info' },
  'fingerprint.pending': { permission: 'device:read', severity: 'warning' },
  'fingerprint.changed': { permission: 'device:read', severity: 'critical' },
  'restore.state': { permission: 'report:read', severity: 'info' },
  'agent.online': { permission: 'device:read', severity: 'info' },
  'agent.offline': { permission: 'device:read', severity: 'warning' },
  'agent.cloned': { permission: 'device:read', severity: 'critical' },
  'agent.rewound': { permission: 'device:read', severity: 'critical' },
  'agent.lab_mode': { permission: 'device:read', severity: 'warning' },
  'integrity.damaged': { permission: 'audit:read', severity: 'critical' },
  'integrity.healed': { permission: 'audit:read', severity: 'info' },
  'report.frozen': { permission: 'report:read', severity: 'info' },
  'storage.low': { permission: 'tenant:manage', severity: 'critical' },
  'storage.enough': { permission: 'tenant:manage', severity: 'info' },
  'retention.cut': { permission: 'report:read', severity: 'critical' },
  'destruction.requested': { permission: 'retention:write', severity: 'critical' },
  'destruction.withdrawn': { permission: 'retention:write', severity: 'warning' },
  'destruction.completed': { permission: 'retention:write', severity: 'critical' },
  'settings.changed': { permission: 'tenant:manage', severity: 'info' },
  'webhook.disabled': { permission: 'retention:write', severity: 'warning' },
} as const satisfies Record<EventType, { permission: Permission; severity: Severity }>

/** From the least to the gravest. */
export const severities: readonly Severity[] = ['info', 'warning', 'critical']
