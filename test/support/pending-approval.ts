import { randomUUID } from 'node:crypto'
import { createApproval } from '../../service/domain/approvals/create-approval.ts'
import { serviceActor } from '../../service/domain/kernel/service-actor.ts'
import { inScope } from '../../service/store/scope.ts'
import type { TestService } from './service.ts'

/** Adds a request that awaits approval, which every role may decide. `requestedBy`: default: another person. */
export async function hasPendingApproval(
  { dependencies }: TestService,
  tenantId: string,
  requestedBy: string = randomUUID(),
): Promise<string> {
  const { knex, keys, now } = dependencies
  const actor = { ...serviceActor.actor, kind: 'user' as const, id: requestedBy, name: 'anna@example.net' }
  const request = {
    ...{ action: 'purge' as const, permission: 'report:read' as const, method: 'POST' },
    ...{ path: '/api/storage/purge', body: { confirm: 'acme' }, fingerprint: Buffer.alloc(32), reason: 'Tidy up' },
  }
  const approval = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    createApproval({ ...serviceActor, actor, tenantId, now: now(), trx, keys }, request),
  )
  return approval.id
}
