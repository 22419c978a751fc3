import type { components } from '../../../../shared/contract/api-types.ts'

/** Equal changes with the id of the latest one. */
export type GroupRow = components['schemas']['ChangeGroup'] & { id: string }

export function groupRowOf(group: components['schemas']['ChangeGroup']): GroupRow {
  return { ...group, id: group.latest.version.id }
}
