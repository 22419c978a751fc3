import type { components } from '../../../shared/contract/api-types.ts'
import type { MadeToken } from '../../domain/inventory/users/list-tokens.ts'
import type { ApiToken } from '../../store/models/api-token.ts'

export function presentApiToken(token: ApiToken): components['schemas']['ApiToken'] {
  const { id, name, role, roleId, permissions, tenantId, networks, createdAt, expiresAt, lastUsedAt } = token
  return {
    id,
    name,
    role,
    role_id: roleId,
    permissions,
    tenant_id: tenantId,
    networks,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }
}

export function presentAnyApiToken({ row, maker }: MadeToken): components['schemas']['AnyApiToken'] {
  return { ...presentApiToken(row), maker: maker && { id: maker.id, email: maker.email } }
}
