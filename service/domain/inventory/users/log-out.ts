import { Session } from '../../../store/models/session.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Call } from '../../kernel/context.ts'

/** Ends the session that the request came with. */
export async function logOut(call: Call): Promise<void> {
  const id = call.actor.sessionId ?? null
  if (id) await Session.query(call.trx).findById(id).patch({ revokedAt: call.now })
  await recordAudit(call, 'auth.logout', { kind: 'session', id, tenantId: call.actor.tenantId })
}
