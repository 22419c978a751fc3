import type { Knex } from 'knex'
import { Tenant } from '../../../store/models/tenant.ts'
import { inScope } from '../../../store/scope.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { Actor, Origin } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { isFrom } from './networks.ts'

/** A login or a request of a user. */
interface Sender {
  actor: Actor
  origin: Origin
  now: Date
}

/**
 * Rejects a login from outside the networks that the user's tenant allows. Called once the user has proven the identity:
 * others learn nothing about the account.
 * @throws DomainError network_not_allowed
 */
export async function requireTenantNetwork(knex: Knex, sender: Sender): Promise<void> {
  const { tenantId } = sender.actor
  if (tenantId === null) return
  const tenant = await inScope(knex, { kind: 'tenant', tenantId }, (trx) => Tenant.query(trx).findById(tenantId))
  await requireAllowedNetwork(knex, sender, tenant?.allowedNetworks ?? [], 'auth.login')
}

/**
 * Rejects a request from outside `networks`, with an audit record.
 * @param networks empty: any
 * @throws DomainError network_not_allowed
 */
export async function requireAllowedNetwork(
  knex: Knex,
  { actor, origin, now }: Sender,
  networks: readonly string[],
  action: 'auth.login' | 'session.use' | 'token.use',
): Promise<void> {
  const { tenantId } = actor
  if (tenantId === null || isFrom([...networks], origin.ip)) return
  await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    recordAudit({ actor, origin, tenantId, now, trx }, action, {
      kind: action === 'token.use' ? 'token' : 'session',
      id: actor.token?.id ?? actor.sessionId ?? null,
      outcome: 'refused',
      detail: { networks },
    }),
  )
  throw new DomainError('network_not_allowed')
}
