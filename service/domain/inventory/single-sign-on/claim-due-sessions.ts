import type { Knex } from 'knex'
import { Session } from '../../../store/models/session.ts'
import { inScope } from '../../../store/scope.ts'

/** Age of the last answer of a provider after which it is asked again: a disabled user loses access within five minutes. */
const recheckAfterMs = 3 * 60_000

/** Time after which a session is due again if its provider has not answered. */
const retryAfterMs = 60_000

/**
 * Claims due sessions for a minute, each by one replica: only an answer of the provider counts as a check.
 * @param selectDue query for their ids, with the bindings `at`, `dueBefore` and `maxSessions`
 */
export function claimDueSessions(
  { knex, now }: { knex: Knex; now: () => Date },
  selectDue: string,
  maxSessions: number,
): Promise<Session[]> {
  const at = now()
  const dueBefore = new Date(at.getTime() - recheckAfterMs)
  const claimed = new Date(dueBefore.getTime() + retryAfterMs)
  return inScope(knex, { kind: 'platform' }, async (trx) => {
    const { rows } = await trx.raw<{ rows: { id: string }[] }>(selectDue, { at, dueBefore, maxSessions })
    const ids = rows.map(({ id }) => id)
    const due = Session.query(trx)
      .select('id')
      .whereIn('id', ids)
      .where('providerCheckedAt', '<', dueBefore)
      .forUpdate()
      .skipLocked()
    return Session.query(trx).whereIn('id', due).patch({ providerCheckedAt: claimed }).returning('*')
  })
}

/** Makes claimed sessions due at once: a check that ran out of time did not reach them. */
export async function releaseSessions(
  { knex, now }: { knex: Knex; now: () => Date },
  sessions: readonly Session[],
): Promise<void> {
  if (sessions.length === 0) return
  const ids = sessions.map(({ id }) => id)
  await inScope(knex, { kind: 'platform' }, (trx) =>
    Session.query(trx)
      .whereIn('id', ids)
      .where('providerCheckedAt', sessions[0]!.providerCheckedAt)
      .patch({ providerCheckedAt: new Date(now().getTime() - recheckAfterMs - 1) }),
  )
}
