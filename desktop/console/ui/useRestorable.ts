import type { components } from '../../../shared/contract/api-types.ts'
import { useApi } from '../client/session.ts'
import { useLatest } from './useLatest.ts'

export type Platform = components['schemas']['Platform']

/** What a version is of, as far as it says whether it could be given back. */
export interface Lineage {
  key: string
  transport: string
}

/** What of each platform can be given back to a device, as the service tells. */
export function useRestorable() {
  const api = useApi()
  const { data } = useLatest([], async (signal) => (await api.GET('/api/platforms', { signal })).data ?? [])
  return {
    canBeRestored: (platform: string | undefined, lineage: Lineage | undefined): boolean =>
      platform !== undefined && lineage !== undefined && canBeRestored(data.value ?? [], platform, lineage),
  }
}

/** Whether versions of a lineage can be given back at all. Whether one may be, its own page tells. */
export function canBeRestored(platforms: readonly Platform[], platform: string, { key, transport }: Lineage): boolean {
  const artifact = platforms.find(({ id }) => id === platform)?.artifacts.find((one) => one.key === key)
  return artifact?.restorable_over.some((over) => over === transport) ?? false
}

/** Whether anything of a platform can be given back. */
export function takesAnything(platforms: readonly Platform[], platform: string): boolean {
  const artifacts = platforms.find(({ id }) => id === platform)?.artifacts ?? []
  return artifacts.some(({ restorable_over: over }) => over.length > 0)
}
