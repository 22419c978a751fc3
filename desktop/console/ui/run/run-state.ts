import type { components } from '../../../../shared/contract/api-types.ts'

export type Run = components['schemas']['Run']

const underWay: readonly Run['status'][] = ['queued', 'running', 'retrying']

/** Returns whether a run will continue without a user's action. */
export function isUnderWay({ status }: Pick<Run, 'status'>): boolean {
  return underWay.includes(status)
}
