import type { components } from '../../../shared/contract/api-types.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { restorableOver } from '../../../shared/platforms/restorable-over.ts'

export function presentPlatform(platform: Platform): components['schemas']['Platform'] {
  return {
    id: platform.id as components['schemas']['PlatformId'],
    name: platform.name,
    transports: [...platform.transports],
    preferred: platform.preferred,
    artifacts: Object.entries(platform.artifacts).map(([key, { kind, transports }]) => ({
      key,
      kind,
      transports: [...transports],
      restorable_over: restorableOver(platform, key),
    })),
    options_schema: { ...platform.options },
  }
}
