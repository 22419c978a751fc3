import { type PolicyKind, type PolicyOutcome, PolicyRun } from '../../../store/models/policy-run.ts'
import type { ActionContext } from '../context.ts'

export interface PolicyRunFilter {
  kind?: PolicyKind
  outcome?: PolicyOutcome
  since?: Date
}

/** Returns runs in scope, latest first. Only platform roles without a tenant see those of the whole installation. */
export function listPolicyRuns(
  { trx, tenantId }: ActionContext,
  { kind, outcome, since }: PolicyRunFilter,
  page: { limit: number; after: { startedAt: Date; id: string } | null },
): Promise<PolicyRun[]> {
  const query = PolicyRun.query(trx)
    .orderBy([
      { column: 'startedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(page.limit)
  if (tenantId !== null) query.where({ tenantId })
  if (kind) query.where({ kind })
  if (outcome) query.where({ outcome })
  if (since) query.where('startedAt', '>=', since)
  if (page.after) query.whereRaw('(started_at, id) < (?, ?)', [page.after.startedAt, page.after.id])
  return query.execute()
}
