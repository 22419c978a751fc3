import type { components } from '../../../../shared/contract/api-types.ts'

export type Run = components['schemas']['Run']

const underWay: readonly Run['status'][] = ['queued', 'running', 'retrying']

/** Whether more is to come of a run without anybody doing anything. */
export function isUnderWay({ status }: Pick<Run, 'status'>): boolean {
  return underWay.includes(status)
}

/** How long it ran, in milliseconds; of one that runs still, until `now`. Undefined before its start. */
export function tookMs({ started_at: start, finished_at: end }: Run, now: Date): number | undefined {
  if (!start) return undefined
  return Math.max(0, (end ? Date.parse(end) : now.getTime()) - Date.parse(start))
}
