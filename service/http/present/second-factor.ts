import type { components } from '../../../shared/contract/api-types.ts'
import type { SecondFactor } from '../../store/models/second-factor.ts'

export function presentFactor({
  id,
  kind,
  name,
  createdAt,
  lastUsedAt,
}: SecondFactor): components['schemas']['SecondFactor'] {
  return {
    id,
    kind,
    name,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}
