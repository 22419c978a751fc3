import { Router } from 'express'
import { exchangeHeaders, isRequestSigned } from '../../../../shared/agent-protocol/exchange.ts'
import { spokenProtocols } from '../../../../shared/agent-protocol/protocols.ts'
import { challengeMs, checkChallenge, makeChallenge } from '../../../domain/inventory/agents/challenge.ts'
import { enrollAgent, tokenInvalid } from '../../../domain/inventory/agents/enroll.ts'
import { networkOf } from '../../../domain/inventory/login/networks.ts'
import { releaseAgentLeases } from '../../../domain/jobs/kinds/queue-ports.ts'
import { DomainError } from '../../../domain/kernel/domain-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { inScope } from '../../../store/scope.ts'
import { raiseAgentAlert } from '../../agent-alert.ts'
import { isBodyOf, requestFactsOf, tooManyFailures } from '../../agent-exchange.ts'
import { originOf } from '../../authorise.ts'
import { knownAgents } from '../../known-agents.ts'
import type { Req, Res } from '../../operation.ts'
import { storeRevoked } from '../../scoped.ts'

/** The endpoints that an agent uses before it has a session. Their responses are signed (agent-exchange.ts). */
export function agentEnrolmentRoutes(dependencies: Dependencies): Router {
  const routes = Router()
  const { serviceKeys } = dependencies

  routes.get('/api/agent/challenge', (_req: Req<'agentChallenge'>, res: Res<'agentChallenge'>) => {
    const now = dependencies.now()
    res.json({
      challenge: makeChallenge(serviceKeys, now),
      expires_in_ms: challengeMs,
      server_time: now.toISOString(),
      protocols: [...(dependencies.protocols ?? spokenProtocols)],
      service_key: serviceKeys.signing.publicKey.toString('base64'),
      store_url: storeOrigin(dependencies),
    })
  })

  routes.post('/api/agent/enroll', async (req: Req<'agentEnroll'>, res: Res<'agentEnroll'>) => {
    const { agent_id: agentId } = req.body
    const token = await verifyEnrolment(dependencies, req)
    checkChallenge(serviceKeys, req.body.challenge, dependencies.now())
    const { agent, tenant } = await enrol(dependencies, req, token)
    await storeRevoked(dependencies)
    knownAgents(dependencies).forget(agentId) // the signal reaches the other replicas
    await dependencies.failpoint?.('after_enroll')
    res.json({
      agent_id: agent.id,
      agent_name: agent.name,
      tenant_id: tenant.id,
      tenant_name: tenant.name,
      lab_mode: agent.labMode,
    })
  })
  return routes
}

/** A token by which an agent enrols, as the database knows it. */
interface TokenRow {
  token_id: string
  tenant_id: string
  public_key: Buffer
}

/**
 * Returns the token of an enrolment that both the token and the agent's new key signed. A failed verification counts
 * for its address and raises an alert if the token is known.
 * @throws DomainError token_invalid, rate_limited, service_busy
 */
async function verifyEnrolment(dependencies: Dependencies, req: Req<'agentEnroll'>): Promise<TokenRow> {
  const { agent_id: agentId, hostname } = req.body
  const agents = knownAgents(dependencies)
  const address = networkOf(req.ip ?? null)
  const waitMs = agents.failures.waitMs(address)
  if (waitMs > 0) throw tooManyFailures(waitMs)
  const { rows } = await agents.lookups.run<{ rows: TokenRow[] }>(() =>
    dependencies.forAgents.knex.raw('select * from lookup_enrollment(?)', [agentId]),
  )
  const [token] = rows
  if (token && isSignedByBoth(req, token)) return token
  agents.failures.count(address)
  if (token)
    await raiseAgentAlert(dependencies, req, {
      agentId,
      tenantId: token.tenant_id,
      action: 'agent.enroll',
      reason: 'agent_enrolment_not_signed',
      detail: { hostname },
    })
  throw tokenInvalid()
}

function isSignedByBoth(req: Req<'agentEnroll'>, token: TokenRow): boolean {
  const facts = requestFactsOf(req)
  return (
    facts.agent === req.body.agent_id &&
    isBodyOf(req, facts) &&
    isRequestSigned(token.public_key, facts, req.get(exchangeHeaders.tokenSignature)) &&
    isRequestSigned(newPublicKey(req), facts, req.get(exchangeHeaders.signature))
  )
}

function newPublicKey(req: Req<'agentEnroll'>): Buffer {
  return Buffer.from(req.body.public_key, 'base64')
}

/** @throws DomainError token_invalid, token_spent, revoked */
async function enrol(dependencies: Dependencies, req: Req<'agentEnroll'>, token: TokenRow) {
  const { agent_id: agentId, hostname, version } = req.body
  const { token_id: tokenId, tenant_id: tenantId } = token
  const { forAgents, keys } = dependencies
  const enrolled = await inScope(forAgents.knex, { kind: 'tenant', tenantId }, (trx) => {
    const actor = { kind: 'agent', id: agentId, name: `agent:${agentId}`, role: null, tenantId } as const
    const context = { actor, origin: originOf(req), tenantId, now: dependencies.now(), trx, keys }
    const enrolment = { agentId, tokenId, publicKey: newPublicKey(req), hostname, version }
    return enrollAgent(context, enrolment, releaseAgentLeases)
  })
  if (!(enrolled instanceof DomainError)) return enrolled
  if (enrolled.fields.code === 'token_spent') {
    req.log.warn({ agentId, hostname }, 'alarm: an enrolment token was used again with another key')
  }
  throw enrolled
}

/**
 * Returns the origin of the object store, the only fact about it that an agent may know before it has a session; null
 * for a disk.
 */
function storeOrigin({ settings: { objectStore } }: Dependencies): string | null {
  return objectStore === 'disk' ? null : new URL(objectStore.publicEndpoint).origin
}
