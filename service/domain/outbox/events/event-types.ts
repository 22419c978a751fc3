import type { components } from '../../../../shared/contract/api-types.ts'
import type { Permission } from '../../../../shared/permissions/permissions.ts'
import type { EventRow } from '../../../store/models/event.ts'

export type EventType = components['schemas']['EventType']
export type Severity = EventRow['severity']

type Event = components['schemas']['Event']
type DataOf<E, T> = E extends { type: infer Types; data: infer Data } ? (T extends Types ? Data : never) : never

/** Type of `data` of an event of type `T` in the contract. */
export type EventData<T extends EventType> = DataOf<Event, T>

/** All event types with the permission to read them and their default severity. */
export const eventTypes = {
  'run.changed': { permission: 'report:read', severity: 'info' },
  'run.partial': { permission: 'report:read', severity: 'warning' },
  'run.failed': { permission: 'report:read', severity: 'warning' },
  'run.blocked': { permission: 'report:read', severity: 'warning' },
  'device.recovered': { permission: 'report:read', severity: 'info' },
  'device.stale': { permission: 'report:read', severity: 'warning' },
  'device.address_changed': { permission: 'device:read', severity: 'warning' },
  'device.address_approved': { permission: 'device:read', severity: 'info' },
  'version.written': { permission: 'config:read', severity: 'info' },
  'version.suspicious': { permission: 'config:read', severity: 'warning' },
  'version.not_restorable': { permission: 'config:read', severity: 'critical' },
  'version.restorable': { permission: 'config:read', severity: 'info' },
  'artifact.drifted': { permission: 'report:read', severity: 'warning' },
  'artifact.aligned': { permission: 'report:read', severity: 'info' },
  'device_pair.differs': { permission: 'report:read', severity: 'warning' },
  'device_pair.aligned': { permission: 'report:read', severity: 'info' },
  'fingerprint.pending': { permission: 'device:read', severity: 'warning' },
  'fingerprint.changed': { permission: 'device:read', severity: 'critical' },
  'fingerprint.approved': { permission: 'device:read', severity: 'info' },
  'fingerprint.rejected': { permission: 'device:read', severity: 'warning' },
  'restore.state': { permission: 'report:read', severity: 'info' },
  'agent.online': { permission: 'device:read', severity: 'info' },
  'agent.offline': { permission: 'device:read', severity: 'warning' },
  'agent.cloned': { permission: 'device:read', severity: 'critical' },
  'agent.rewound': { permission: 'device:read', severity: 'critical' },
  'agent.lab_mode': { permission: 'device:read', severity: 'warning' },
  'agent.enrollment_token_created': { permission: 'audit:read', severity: 'warning' },
  'agent.enrolled': { permission: 'device:read', severity: 'warning' },
  'agent.revoked': { permission: 'device:read', severity: 'warning' },
  'user.created': { permission: 'audit:read', severity: 'warning' },
  'user.disabled': { permission: 'audit:read', severity: 'warning' },
  'user.enabled': { permission: 'audit:read', severity: 'warning' },
  'user.deleted': { permission: 'audit:read', severity: 'warning' },
  'user.changed': { permission: 'audit:read', severity: 'info' },
  'user.role_changed': { permission: 'audit:read', severity: 'warning' },
  'role.created': { permission: 'audit:read', severity: 'warning' },
  'role.changed': { permission: 'audit:read', severity: 'warning' },
  'role.deleted': { permission: 'audit:read', severity: 'warning' },
  'user.second_factor_added': { permission: 'audit:read', severity: 'info' },
  'user.second_factor_removed': { permission: 'audit:read', severity: 'warning' },
  'user.recovery_code_used': { permission: 'audit:read', severity: 'warning' },
  'user.break_glass_login': { permission: 'audit:read', severity: 'critical' },
  'token.created': { permission: 'audit:read', severity: 'warning' },
  'token.revoked': { permission: 'audit:read', severity: 'info' },
  'break_glass_copy.created': { permission: 'audit:read', severity: 'warning' },
  'break_glass_copy.revoked': { permission: 'audit:read', severity: 'info' },
  'break_glass_copy.deleted': { permission: 'audit:read', severity: 'info' },
  'login.failures': { permission: 'audit:read', severity: 'warning' },
  'credential.created': { permission: 'audit:read', severity: 'info' },
  'credential.deleted': { permission: 'audit:read', severity: 'info' },
  'credential.changed': { permission: 'audit:read', severity: 'info' },
  'platform.changed': { permission: 'device:read', severity: 'info' },
  'retention.changed': { permission: 'report:read', severity: 'info' },
  'retention.cut': { permission: 'report:read', severity: 'critical' },
  'retention.cut_withdrawn': { permission: 'report:read', severity: 'info' },
  'destruction.requested': { permission: 'retention:write', severity: 'critical' },
  'destruction.withdrawn': { permission: 'retention:write', severity: 'warning' },
  'destruction.completed': { permission: 'retention:write', severity: 'critical' },
  'integrity.damaged': { permission: 'audit:read', severity: 'critical' },
  'integrity.healed': { permission: 'audit:read', severity: 'info' },
  'report.frozen': { permission: 'report:read', severity: 'info' },
  'storage.low': { permission: 'tenant:manage', severity: 'critical' },
  'storage.enough': { permission: 'tenant:manage', severity: 'info' },
  'storage.grown': { permission: 'report:read', severity: 'warning' },
  'store.unreachable': { permission: 'tenant:manage', severity: 'critical' },
  'store.reachable': { permission: 'tenant:manage', severity: 'info' },
  'task.failed': { permission: 'tenant:manage', severity: 'critical' },
  'task.recovered': { permission: 'tenant:manage', severity: 'info' },
  'dump.overdue': { permission: 'tenant:manage', severity: 'critical' },
  'dump.recovered': { permission: 'tenant:manage', severity: 'info' },
  'clock.skewed': { permission: 'device:read', severity: 'warning' },
  'clock.corrected': { permission: 'device:read', severity: 'info' },
  'certificate.expiring': { permission: 'tenant:manage', severity: 'critical' },
  'certificate.renewed': { permission: 'tenant:manage', severity: 'info' },
  'settings.changed': { permission: 'tenant:manage', severity: 'info' },
  'webhook.disabled': { permission: 'retention:write', severity: 'warning' },
} as const satisfies Record<EventType, { permission: Permission; severity: Severity }>

/** In ascending order. */
export const severities: readonly Severity[] = ['info', 'warning', 'critical']
