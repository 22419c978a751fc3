import type { components } from '../../../shared/contract/api-types.ts'
import type { Platform } from '../../../shared/platforms/platform.ts'
import { restorableOver } from '../../../shared/platforms/restorable-over.ts'

export function presentPlatform(platform: Platform): components['schemas']['Platform'] {
  return {
    id: platform.id,
    name: platform.name,
    ...(platform.vendor !== undefined && { vendor: platform.vendor }),
    ...(platform.evidence && { evidence: { ...platform.evidence } }),
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
