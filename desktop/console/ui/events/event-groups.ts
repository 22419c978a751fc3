import type { components } from '../../../../shared/contract/api-types.ts'

export type EventType = components['schemas']['EventType']
export type Severity = components['schemas']['Severity']

/** In ascending order. */
export const severities = ['info', 'warning', 'critical'] as const satisfies readonly Severity[]

/** Event types by topic, with their highest severity, as in docs/events.md. A test compares them with the contract. */
export const eventGroups = [
  {
    name: 'runs',
    events: { 'run.failed': 'warning', 'run.blocked': 'warning', 'run.partial': 'warning', 'run.changed': 'info' },
  },
  {
    name: 'devices',
    events: { 'device.stale': 'warning', 'device.recovered': 'info' },
  },
  {
    name: 'configurations',
    events: {
      'version.suspicious': 'warning',
      'version.not_restorable': 'critical',
      'version.restorable': 'info',
      'version.written': 'info',
      'artifact.drifted': 'warning',
      'artifact.aligned': 'info',
      'device_pair.differs': 'warning',
      'device_pair.aligned': 'info',
    },
  },
  {
    name: 'trust',
    events: {
      'fingerprint.changed': 'critical',
      'fingerprint.pending': 'warning',
      'fingerprint.approved': 'info',
      'fingerprint.rejected': 'warning',
      'device.address_changed': 'warning',
      'device.address_approved': 'info',
    },
  },
  { name: 'restores', events: { 'restore.state': 'critical' } },
  {
    name: 'agents',
    events: {
      'agent.offline': 'warning',
      'agent.online': 'info',
      'agent.cloned': 'critical',
      'agent.rewound': 'critical',
      'agent.lab_mode': 'warning',
      'agent.listener_silent': 'warning',
      'agent.listener_recovered': 'info',
      'agent.enrollment_token_created': 'warning',
      'agent.enrolled': 'warning',
      'agent.revoked': 'warning',
      'clock.skewed': 'warning',
      'clock.corrected': 'info',
    },
  },
  {
    name: 'access',
    events: {
      'login.failures': 'warning',
      'user.created': 'warning',
      'user.role_changed': 'warning',
      'role.created': 'warning',
      'role.changed': 'warning',
      'role.deleted': 'warning',
      'user.disabled': 'warning',
      'user.enabled': 'warning',
      'user.deleted': 'warning',
      'user.changed': 'info',
      'user.second_factor_added': 'info',
      'user.second_factor_removed': 'warning',
      'user.recovery_code_used': 'warning',
      'user.break_glass_login': 'critical',
      'token.created': 'warning',
      'token.revoked': 'info',
      'approval.requested': 'warning',
      'approval.approved': 'warning',
      'approval.rejected': 'info',
      'approval.used': 'warning',
      'approval.expired': 'info',
      'break_glass_copy.created': 'warning',
      'break_glass_copy.revoked': 'info',
      'break_glass_copy.deleted': 'info',
      'credential.created': 'info',
      'credential.changed': 'info',
      'credential.deleted': 'info',
      'platform.changed': 'info',
    },
  },
  {
    name: 'soundness',
    events: { 'integrity.damaged': 'critical', 'integrity.healed': 'info' },
  },
  {
    name: 'deletion',
    events: {
      'retention.cut': 'critical',
      'retention.cut_withdrawn': 'info',
      'retention.changed': 'info',
      'destruction.requested': 'critical',
      'destruction.withdrawn': 'warning',
      'destruction.completed': 'critical',
    },
  },
  {
    name: 'service',
    events: {
      'report.frozen': 'info',
      'webhook.disabled': 'warning',
      'notification_channel.disabled': 'warning',
      'notification_channel.suspended': 'warning',
      'report_schedule.suspended': 'warning',
      'report.undeliverable': 'warning',
      'event.acknowledged': 'info',
    },
  },
  {
    name: 'installation',
    events: {
      'storage.low': 'critical',
      'storage.enough': 'info',
      'storage.grown': 'warning',
      'store.unreachable': 'critical',
      'store.reachable': 'info',
      'identity_provider.unreachable': 'critical',
      'identity_provider.reachable': 'info',
      'task.failed': 'critical',
      'task.recovered': 'info',
      'dump.overdue': 'critical',
      'dump.recovered': 'info',
      'certificate.expiring': 'critical',
      'certificate.renewed': 'info',
      'settings.changed': 'info',
    },
  },
] as const satisfies readonly { name: string; events: Partial<Record<EventType, Severity>> }[]

/** All event types. */
export const eventTypes = eventGroups.flatMap(({ events }) => Object.keys(events)) as EventType[]

export type EventGroup = (typeof eventGroups)[number]['name']

export interface GroupOfEvents {
  name: EventGroup
  events: { type: EventType; severity: Severity }[]
}

/**
 * Returns the groups that a webhook can receive. Events of the platform belong to no customer, and only users who
 * manage customers may receive them.
 */
export function groupsFor({ isOfTenant, mayManage }: { isOfTenant: boolean; mayManage: boolean }): GroupOfEvents[] {
  return eventGroups
    .filter(({ name }) => name !== 'installation' || (!isOfTenant && mayManage))
    .map(({ name, events }) => ({
      name,
      events: (Object.entries(events) as [EventType, Severity][]).map(([type, severity]) => ({ type, severity })),
    }))
}

/** Returns whether an event of this severity is sent. */
export function reachesSeverity(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least)
}
