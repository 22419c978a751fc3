import type { components } from '../../../../shared/contract/api-types.ts'

type Schemas = components['schemas']

/** Returns the lineages in the order in which the platform lists its artifacts: the main configuration first. */
export function mainFirst<L extends { key: string }>(lineages: readonly L[], platform?: Schemas['Platform']): L[] {
  const place = ({ key }: L) => {
    const at = platform?.artifacts.findIndex((artifact) => artifact.key === key) ?? -1
    return at === -1 ? Infinity : at
  }
  return lineages.toSorted((one, other) => (place(one) === place(other) ? 0 : place(one) - place(other)))
}
