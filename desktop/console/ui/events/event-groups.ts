import type { components } from '../../../../shared/contract/api-types.ts'

export type EventType = components['schemas']['EventType']
export type Severity = components['schemas']['Severity']

/** From the least to the gravest. */
export const severities = ['info', 'warning', 'critical'] as const satisfies readonly Severity[]

/**
 * What there is to be told of, as people look for it, with how grave it is at most; docs/events.md says the same. A test
 * holds it equal to the contract's list.
 */
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
      'version.written': 'info',
      'artifact.drifted': 'warning',
      'artifact.aligned': 'info',
    },
  },
  {
    name: 'trust',
    events: {
      'fingerprint.changed': 'critical',
      'fingerprint.pending': 'warning',
      'device.address_changed': 'warning',
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
      'destruction.requested': 'critical',
      'destruction.withdrawn': 'warning',
      'destruction.completed': 'critical',
    },
  },
  { name: 'service', events: { 'report.frozen': 'info', 'webhook.disabled': 'warning' } },
  {
    name: 'installation',
    events: { 'storage.low': 'critical', 'storage.enough': 'info', 'settings.changed': 'info' },
  },
] as const satisfies readonly { name: string; events: Partial<Record<EventType, Severity>> }[]

/** All of them. */
export const eventTypes = eventGroups.flatMap(({ events }) => Object.keys(events)) as EventType[]

export type EventGroup = (typeof eventGroups)[number]['name']

export interface GroupOfEvents {
  name: EventGroup
  events: { type: EventType; severity: Severity }[]
}

/**
 * The groups that a webhook can be told of: what is of the installation is of no customer, and only who manages customers
 * may know it.
 */
export function groupsFor({ isOfCustomer, mayManage }: { isOfCustomer: boolean; mayManage: boolean }): GroupOfEvents[] {
  return eventGroups
    .filter(({ name }) => name !== 'installation' || (!isOfCustomer && mayManage))
    .map(({ name, events }) => ({
      name,
      events: (Object.entries(events) as [EventType, Severity][]).map(([type, severity]) => ({ type, severity })),
    }))
}

/** Whether something this grave is told of at all. */
export function isGraveEnough(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least)
}
