import type { components } from '../../../shared/contract/api-types.ts'
import type { CredentialView } from '../../domain/inventory/credentials/credential-view.ts'

export function presentCredential({ credential, devices }: CredentialView): components['schemas']['Credential'] {
  return {
    id: credential.id,
    tenant_id: credential.tenantId,
    name: credential.name,
    username: credential.username,
    description: credential.description,
    secrets_set: credential.secretsSet as components['schemas']['SecretName'][],
    secrets_missing: credential.secretsSet.length === 0,
    devices_count: devices,
    created_at: credential.createdAt.toISOString(),
    updated_at: credential.updatedAt.toISOString(),
  }
}
