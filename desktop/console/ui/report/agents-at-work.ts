import type { components } from '../../../../shared/contract/api-types.ts'

export type ReportAgent = components['schemas']['ReportAgent']

/** Summarises the state of the agents. Revoked ones are ignored. */
export function agentsAtWork(agents: readonly ReportAgent[]): {
  online: number
  /** Number of agents that could be online. */
  enrolled: number
  /** Cloned, rewound, offline or in lab mode: the most severe first. */
  troubled: ReportAgent[]
  pending: ReportAgent[]
} {
  const known = agents.filter(({ status }) => status !== 'revoked')
  const enrolled = known.filter(({ status }) => status !== 'pending')
  return {
    online: enrolled.filter(({ status }) => status === 'online').length,
    enrolled: enrolled.length,
    troubled: enrolled
      .filter(({ status, lab_mode }) => status !== 'online' || lab_mode)
      .toSorted((one, other) => graveness(one) - graveness(other) || one.name.localeCompare(other.name)),
    pending: known.filter(({ status }) => status === 'pending'),
  }
}

function graveness({ status }: ReportAgent): number {
  return ['cloned', 'rewound', 'offline'].indexOf(status) + 1 || 4
}
