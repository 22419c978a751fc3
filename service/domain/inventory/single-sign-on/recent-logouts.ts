import { type ScopedTransaction } from '../../../store/scope.ts'
import { sha256 } from '../../kernel/sha256.ts'

interface NamedProvider {
  id: string
  tenantId: string | null
}

/** The provider's session and its user. */
interface Names {
  sessionId: string | null
  subject: string | null
}

/** Longer than a login takes from its begin to its completion. */
const notedMs = 15 * 60_000

/**
 * Notes a logout, so that a login that began before is refused. The note is among the ids of accepted tokens, as a hash
 * that no id of a token equals.
 */
export async function noteLogout(
  trx: ScopedTransaction,
  { id, tenantId }: NamedProvider,
  names: Names,
  now: Date,
): Promise<void> {
  await trx.raw(
    `insert into spent_logout_tokens (provider_id, token_id, tenant_id, expires_at) values (?, ?, ?, ?)
     on conflict (provider_id, token_id) do update set expires_at = excluded.expires_at`,
    [id, noteOf(names), tenantId, new Date(now.getTime() + notedMs)],
  )
}

/** Returns whether a logout that names this session or this user came after a login began. */
export async function isLoggedOutSince(
  trx: ScopedTransaction,
  providerId: string,
  { sessionId, subject }: Names & { subject: string },
  begunAt: Date,
): Promise<boolean> {
  const names = [
    { sessionId: null, subject },
    ...(sessionId === null
      ? []
      : [
          { sessionId, subject: null },
          { sessionId, subject },
        ]),
  ]
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select 1 from spent_logout_tokens where provider_id = ? and token_id = any(?) and expires_at >= ?`,
    [providerId, names.map(noteOf), new Date(begunAt.getTime() + notedMs)],
  )
  return rows.length > 0
}

function noteOf({ sessionId, subject }: Names): string {
  return `logout ${sha256(JSON.stringify([sessionId, subject])).toString('hex')}`
}
