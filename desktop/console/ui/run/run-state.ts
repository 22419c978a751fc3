import type { components } from '../../../../shared/contract/api-types.ts'

export type Run = components['schemas']['Run']

const underWay: readonly Run['status'][] = ['queued', 'running', 'retrying']

/** Whether more is to come of a run without anybody doing anything. */
export function isUnderWay({ status }: Pick<Run, 'status'>): boolean {
  return underWay.includes(status)
}
