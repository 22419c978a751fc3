import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

/** A lower bound: `more` if the list continues. */
export interface Counted {
  count: number
  more: boolean
}

/** Pending user actions; null if unknown, because the role must not see them or reading failed. */
export interface Waiting {
  restores: Counted | null
  fingerprints: Counted | null
  addresses: Counted | null
  /** Devices whose backups wait for an agent. */
  noAgent: number | null
  unscheduled: number | null
  suspicious: number | null
  unreviewed: Counted | null
  notCompared: number | null
  drifted: number | null
}

export interface WaitingLine {
  kind: keyof Waiting
  count: number
  more: boolean
  tone: Tone
  icon: IconName
  /** Name of the page for the action, and its filters. */
  page: string
  query: Record<string, string>
}

/**
 * The most urgent first. An unconfirmed restore is rolled back automatically; backups of a blocked device are stopped.
 */
const lines: Pick<WaitingLine, 'kind' | 'tone' | 'icon' | 'page' | 'query'>[] = [
  { kind: 'restores', tone: 'bad', icon: 'restore', page: 'restore', query: {} },
  { kind: 'fingerprints', tone: 'bad', icon: 'fingerprint', page: 'trust', query: {} },
  { kind: 'addresses', tone: 'bad', icon: 'key', page: 'trust', query: {} },
  { kind: 'noAgent', tone: 'bad', icon: 'agent', page: 'agents', query: {} },
  { kind: 'unscheduled', tone: 'warn', icon: 'clock', page: 'reports', query: {} },
  { kind: 'suspicious', tone: 'warn', icon: 'alarm', page: 'changes', query: { suspicious: 'true' } },
  { kind: 'unreviewed', tone: 'info', icon: 'eye', page: 'changes', query: {} },
  { kind: 'drifted', tone: 'warn', icon: 'pin', page: 'changes-drift', query: {} },
  { kind: 'notCompared', tone: 'warn', icon: 'key', page: 'trust', query: { view: 'not-compared' } },
]

/** Returns whether there is something to show: pending items, or, if all were read, that there are none. */
export function hasWaitingText(waiting: Waiting): boolean {
  return waitingLines(waiting).length > 0 || (waiting.fingerprints !== null && waiting.suspicious !== null)
}

/** Returns the pending items, the most urgent first, without zero counts. */
export function waitingLines(waiting: Waiting): WaitingLine[] {
  return lines.flatMap((line) => {
    const known = waiting[line.kind]
    if (known === null) return []
    const { count, more } = typeof known === 'number' ? { count: known, more: false } : known
    return count > 0 ? [{ ...line, count, more }] : []
  })
}
