import type { components } from '../../../shared/contract/api-types.ts'
import type { MadeToken } from '../../domain/inventory/users/list-tokens.ts'
import type { ApiToken } from '../../store/models/api-token.ts'

export function presentApiToken(token: ApiToken): components['schemas']['ApiToken'] {
  const { id, name, role, roleId, permissions, tenantId, networks, sites, tags } = token
  const { createdBy, createdByEmail, createdAt, expiresAt, lastUsedAt, lastUsedIp } = token
  return {
    id,
    name,
    role,
    role_id: roleId,
    permissions,
    tenant_id: tenantId,
    networks,
    sites,
    tags,
    created_by: createdBy === null ? null : { id: createdBy, email: createdByEmail ?? '' },
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    last_used_ip: lastUsedIp,
  }
}

export function presentAnyApiToken({ row, maker }: MadeToken): components['schemas']['AnyApiToken'] {
  return {
    ...presentApiToken(row),
    maker: maker && { id: maker.id, email: maker.email, service_account: maker.isServiceAccount },
  }
}
