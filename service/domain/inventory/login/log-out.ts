import { Session } from '../../../store/models/session.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** Ends the session of the request. */
export async function logOut(context: ActionContext): Promise<void> {
  const id = context.actor.sessionId ?? null
  if (id) await Session.query(context.trx).findById(id).patch({ revokedAt: context.now })
  await recordAudit(context, 'auth.logout', { kind: 'session', id, tenantId: context.actor.tenantId })
}
