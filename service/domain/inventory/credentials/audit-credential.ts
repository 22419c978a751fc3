import type { Credential } from '../../../store/models/credential.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'

/** Writes the audit record of an action on a credential. */
export function auditCredential(
  context: ActionContext,
  action: string,
  credential: Credential,
  detail: Record<string, unknown>,
) {
  return recordAudit(context, action, { kind: 'credential', id: credential.id, tenantId: credential.tenantId, detail })
}
