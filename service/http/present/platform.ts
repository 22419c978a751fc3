import type { components } from '../../../shared/contract/api-types.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'

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
    })),
    options_schema: { ...platform.options },
  }
}
