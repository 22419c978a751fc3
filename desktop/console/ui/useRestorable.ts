import type { components } from '../../../shared/contract/api-types.ts'
import { usePlatforms } from './usePlatforms.ts'

export type Platform = components['schemas']['Platform']

/** The fields of a version that determine whether it is restorable. */
export interface Lineage {
  key: string
  transport: string
}

/** Restorable artifacts of each platform, from the service. */
export function useRestorable() {
  const { data } = usePlatforms()
  return {
    canBeRestored: (platform: string | undefined, lineage: Lineage | undefined): boolean =>
      platform !== undefined && lineage !== undefined && canBeRestored(data.value ?? [], platform, lineage),
  }
}

/** Returns whether versions of a lineage are restorable in general. The restore page checks a single one. */
export function canBeRestored(platforms: readonly Platform[], platform: string, { key, transport }: Lineage): boolean {
  const artifact = platforms.find(({ id }) => id === platform)?.artifacts.find((one) => one.key === key)
  return artifact?.restorable_over.some((over) => over === transport) ?? false
}

/** Returns whether a platform supports restores. */
export function takesAnything(platforms: readonly Platform[], platform: string): boolean {
  const artifacts = platforms.find(({ id }) => id === platform)?.artifacts ?? []
  return artifacts.some(({ restorable_over: over }) => over.length > 0)
}
