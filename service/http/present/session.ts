import type { components } from '../../../shared/contract/api-types.ts'
import type { Session } from '../../store/models/session.ts'

type LoginMethod = components['schemas']['LoginMethod']

/** @param asking the session of the request */
export function presentSession(
  { id, createdAt, expiresAt, lastUsedAt, ip, userAgent, loginMethods }: Session,
  asking: string | undefined,
): components['schemas']['Session'] {
  return {
    id,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    ip,
    user_agent: userAgent,
    login_methods: loginMethods as LoginMethod[],
    current: id === asking,
  }
}
