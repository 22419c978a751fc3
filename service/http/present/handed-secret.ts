import type { components } from '../../../shared/contract/api-types.ts'
import type { HandedSecret } from '../../domain/inventory/agents/handed-secrets.ts'

export function presentHandedSecret(handed: HandedSecret): components['schemas']['HandedSecret'] {
  const { credentialId, credentialName, username, isDeleted, deviceId, deviceName, hostname } = handed
  return {
    credential: { id: credentialId, name: credentialName, username, deleted: isDeleted },
    device: { id: deviceId, name: deviceName, hostname },
    first_at: handed.firstAt.toISOString(),
    last_at: handed.lastAt.toISOString(),
    changed_since: handed.isChanged,
  }
}
