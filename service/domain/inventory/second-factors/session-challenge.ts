import { Session } from '../../../store/models/session.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { requireSessionId } from '../../kernel/require-user.ts'
import { passkeyChallengeSeconds } from './passkeys.ts'

/**
 * Stores what the browser of the caller's session must sign next; it replaces an earlier challenge.
 * @param action of the audit record
 */
export async function storePasskeyChallenge(
  context: ActionContext,
  challenge: string,
  action: 'second_factor.issue_passkey' | 'second_factor.request_passkey',
): Promise<void> {
  const expiresAt = new Date(context.now.getTime() + passkeyChallengeSeconds * 1000)
  const id = requireSessionId(context)
  await Session.query(context.trx)
    .findById(id)
    .patch({ passkeyChallenge: challenge, passkeyChallengeExpiresAt: expiresAt })
  await recordAudit(context, action, { kind: 'session', id, tenantId: context.actor.tenantId })
}

/** Returns and deletes the challenge of the caller's session. Returns null if it is missing or has expired. */
export async function takePasskeyChallenge(context: ActionContext): Promise<string | null> {
  const { trx, now } = context
  const id = requireSessionId(context)
  const session = await Session.query(trx).findById(id).forUpdate()
  if (!session?.passkeyChallenge) return null
  await Session.query(trx).findById(id).patch({ passkeyChallenge: null, passkeyChallengeExpiresAt: null })
  return session.passkeyChallengeExpiresAt! > now ? session.passkeyChallenge : null
}
