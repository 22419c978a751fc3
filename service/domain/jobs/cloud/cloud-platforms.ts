import { platforms } from '../../../../shared/platforms/registry.ts'
import type { Platform } from '../../../../shared/platforms/platform.ts'

/** Platforms that the service reaches itself. Migrations name them in the index of such devices. */
export const cloudPlatforms: readonly string[] = (platforms as readonly Platform[])
  .filter(({ reachedBy }) => reachedBy === 'service')
  .map(({ id }) => id)
