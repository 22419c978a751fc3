import type { SystemContext } from '../../kernel/context.ts'

/**
 * Takes the confirmation of a session that is valid for one request, so that it is used once. Returns its hash; null if
 * another request has taken it.
 */
export async function takeConfirmation(
  { trx }: SystemContext,
  sessionId: string,
  fingerprint: Buffer,
): Promise<Buffer | null> {
  const { rows } = await trx.raw<{ rows: { confirmation_hash: Buffer }[] }>(
    `with own as (
       select id, confirmation_hash from sessions
       where id = :sessionId and confirmation_fingerprint = :fingerprint and confirmation_hash is not null
       for update)
     update sessions s set confirmation_hash = null from own where s.id = own.id
     returning own.confirmation_hash`,
    { sessionId, fingerprint },
  )
  return rows[0]?.confirmation_hash ?? null
}

/** Gives a confirmation back whose request was refused, so that it can be repeated, for example with an approval. */
export async function returnConfirmation({ trx }: SystemContext, sessionId: string, hash: Buffer): Promise<void> {
  await trx.raw('update sessions set confirmation_hash = ? where id = ? and confirmation_hash is null', [
    hash,
    sessionId,
  ])
}
