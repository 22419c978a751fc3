import type { IconName } from '../../ui/icons.ts'
import type { Tone } from '../../ui/states.ts'

/** What a list holds at least: `more` when it goes on behind what was read. */
export interface Counted {
  count: number
  more: boolean
}

/** What waits for a person; null is not known, because the role may not see it or it could not be read. */
export interface Waiting {
  restores: Counted | null
  fingerprints: Counted | null
  addresses: Counted | null
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
  /** The page where it is done, by its name, and its filters. */
  page: string
  query: Record<string, string>
}

/** The most pressing first. A restore that nobody confirms goes back by itself; backups of a blocked device stand still. */
const lines: Pick<WaitingLine, 'kind' | 'tone' | 'icon' | 'page' | 'query'>[] = [
  { kind: 'restores', tone: 'bad', icon: 'restore', page: 'restore', query: {} },
  { kind: 'fingerprints', tone: 'bad', icon: 'fingerprint', page: 'trust', query: {} },
  { kind: 'addresses', tone: 'bad', icon: 'key', page: 'trust', query: {} },
  { kind: 'unscheduled', tone: 'warn', icon: 'clock', page: 'reports', query: {} },
  { kind: 'suspicious', tone: 'warn', icon: 'alarm', page: 'changes', query: { suspicious: 'true' } },
  { kind: 'unreviewed', tone: 'info', icon: 'eye', page: 'changes', query: {} },
  { kind: 'drifted', tone: 'warn', icon: 'pin', page: 'changes-drift', query: {} },
  { kind: 'notCompared', tone: 'warn', icon: 'key', page: 'trust', query: { view: 'not-compared' } },
]

/** Whether there is something to say: what waits, as far as it could be read; that nothing does, only when all was read. */
export function isTold(waiting: Waiting): boolean {
  return waitingLines(waiting).length > 0 || (waiting.fingerprints !== null && waiting.suspicious !== null)
}

/** What there is to do, the most pressing first; nothing that counts none. */
export function waitingLines(waiting: Waiting): WaitingLine[] {
  return lines.flatMap((line) => {
    const known = waiting[line.kind]
    if (known === null) return []
    const { count, more } = typeof known === 'number' ? { count: known, more: false } : known
    return count > 0 ? [{ ...line, count, more }] : []
  })
}
