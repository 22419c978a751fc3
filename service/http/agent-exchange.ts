import type { Request, RequestHandler, Response } from 'express'
import {
  type RequestFacts,
  answerText,
  bodySha256,
  exchangeHeaders,
  isRequestSigned,
  none,
  readContentDigest,
  targetOf,
} from '../../shared/agent-protocol/exchange.ts'
import { outdatedReason } from '../../shared/agent-protocol/protocols.ts'
import type { AuditReasonCode } from '../../shared/messages/codes.ts'
import type { Actor, TenantContext } from '../domain/kernel/context.ts'
import {
  type KnownCaller,
  type ConsumeNumber,
  createNumberConsumer,
} from '../domain/inventory/agents/consume-request-numbers.ts'
import { networkOf } from '../domain/inventory/login/networks.ts'
import type { Dependencies } from '../dependencies.ts'
import { type RunStatement, inScope, statementsInScope } from '../store/scope.ts'
import { originOf } from './authorise.ts'
import { parseSignedBody, readAgentBody } from './bodies.ts'
import { failureLimits, type KnownAgent, knownAgents } from './known-agents.ts'
import { raiseAgentAlert } from './agent-alert.ts'
import { DomainError } from '../domain/kernel/domain-error.ts'

/** The calling agent. Its signature was verified and its request number is used. */
export interface AgentCaller {
  agentId: string
  tenantId: string
  actor: Actor
  labMode: boolean
  /** When its listeners were set; null if it has none. */
  listenersSince: Date | null
  /** Request number, which rises with every request of the session; 0 before a session exists. */
  number: number
  /** Null while a session is being opened. */
  session: AgentCallerSession | null
}

export interface AgentCallerSession {
  id: string
  /** X25519 public key, raw. */
  envelopeKey: Buffer
  platforms: string[]
  transports: string[]
  slots: number
  documentFormat: number
  dryRunFormat: number
  /** Why this agent gets no jobs: cloned, rewound or too old. */
  noJobsReason: 'cloned' | 'rewound' | 'outdated' | null
}

/** The only operation for which a signed agent needs no session. */
const opening = 'agentSession'

/**
 * Verifies the signature over the header fields and uses the request's number. Only then it reads the body and compares
 * its digest with the signed one. A replayed request is rejected by its number, without reading it.
 * @throws DomainError unsigned, revoked, session_ended, replayed, rate_limited after too many failed verifications of
 *   this address, service_busy, and those of the body
 */
export async function authenticateAgent(dependencies: Dependencies, req: Request): Promise<void> {
  const facts = requestFactsOf(req)
  const signed = await verifiedAgent(dependencies, req, facts)
  req.isVerifiedAgent = true
  const isOpening = req.openapi?.schema.operationId === opening
  const { agent: agentId, session, number } = facts
  const sessionId = isOpening || session === none ? null : session
  const row = await numberConsumerOf(dependencies)({ tenantId: signed.tenantId, agentId, sessionId, number })
  if (!row || !row.public_key?.equals(signed.publicKey)) {
    knownAgents(dependencies).forget(agentId)
    throw unsigned()
  }
  if (row.revoked_at) throw revoked()
  if (!isOpening) await rejectReplayed(dependencies, req, signed.tenantId, row)
  await readAgentBody(req, agentId, isOpening)
  if (!isBodyOf(req, facts)) await refuseVerification(dependencies, req, signed)
  await parseSignedBody(req)
  req.agent = {
    agentId,
    tenantId: signed.tenantId,
    actor: { kind: 'agent', id: agentId, name: `agent:${row.slug}`, role: null, tenantId: signed.tenantId },
    labMode: row.lab_mode,
    listenersSince: row.listeners_since,
    number,
    session: isOpening ? null : sessionOf(row, dependencies.protocols),
  }
}

/** Returns whether the body has the digest that the header specifies. */
export function isBodyOf(req: Request, { bodySha256: signed }: RequestFacts): boolean {
  return bodySha256(req.rawBody ?? Buffer.alloc(0)) === signed
}

/**
 * Returns the agent of the request if its key signed it. If the cached key does not match the signature, it may have
 * been replaced and is read again. After too many failures an address causes no more look-ups or records; requests of
 * its agents with cached keys are still served, and those with outdated keys are looked up.
 */
async function verifiedAgent(dependencies: Dependencies, req: Request, facts: RequestFacts): Promise<KnownAgent> {
  const agents = knownAgents(dependencies)
  const address = networkOf(req.ip ?? null)
  const remembered = agents.remembered(facts.agent)
  if (remembered && isSigned(req, facts, remembered.publicKey)) return remembered
  const outdated = agents.outdated(facts.agent)
  const waitMs = outdated && isSigned(req, facts, outdated.publicKey) ? 0 : agents.failures.waitMs(address)
  if (waitMs > 0) throw tooManyFailures(waitMs)
  const found = remembered === null ? null : await agents.find(facts.agent)
  if (found && isSigned(req, facts, found.publicKey)) return found
  return refuseVerification(dependencies, req, found)
}

/** Counts a failed verification for its address, and records it for a known agent. */
async function refuseVerification(dependencies: Dependencies, req: Request, known: KnownAgent | null): Promise<never> {
  knownAgents(dependencies).failures.count(networkOf(req.ip ?? null))
  if (known) await alarm(dependencies, req, known.tenantId, 'agent_request_not_signed')
  throw unsigned()
}

/** Returns the error for an address with too many failures. The wait is rounded up to whole seconds. */
export function tooManyFailures(waitMs: number): DomainError {
  const seconds = Math.ceil(waitMs / 1000)
  return new DomainError(
    'rate_limited',
    { by: 'unsigned', per_minute: failureLimits.perMinute, cost: 1, retry_after: seconds },
    { retry_after_seconds: seconds },
  )
}

/** Runs one domain action of an agent in one transaction of its tenant, which may end with the action's last statement. */
export function scopedToAgent<T>(
  dependencies: Dependencies,
  req: Pick<Request, 'agent' | 'id' | 'ip'>,
  work: (context: TenantContext, agent: AgentCaller) => Promise<T>,
): Promise<T> {
  const agent = agentOf(req)
  const { tenantId, actor } = agent
  const origin = originOf(req as Request)
  return inScope(
    dependencies.forAgents.knex,
    { kind: 'tenant', tenantId },
    (trx) => work({ actor, origin, tenantId, now: dependencies.now(), trx, keys: dependencies.keys }, agent),
    { repeats: true, mayEndEarly: true },
  )
}

/** Returns a function that runs each statement of an agent in one transaction of its tenant. */
export function statementsOfAgent(dependencies: Dependencies, req: Pick<Request, 'agent'>): RunStatement {
  return statementsInScope(dependencies.forAgents.knex, { kind: 'tenant', tenantId: agentOf(req).tenantId })
}

export function agentOf(req: Pick<Request, 'agent'>): AgentCaller {
  if (!req.agent) throw new Error('a route of the agent protocol without an agent: the contract gives it no security')
  return req.agent
}

/** Returns the caller with its session. */
export function sessionOfAgent(agent: AgentCaller): AgentCallerSession {
  if (!agent.session) throw new Error('a route that needs a session was called without one')
  return agent.session
}

/**
 * Returns the facts that the signature of this request covers. A request of protocol 1 has no digest and is treated
 * like one without a body.
 */
export function requestFactsOf(req: Request): RequestFacts {
  const number = req.get(exchangeHeaders.number) ?? '0'
  return {
    agent: idIn(req.get(exchangeHeaders.agent)),
    session: idIn(req.get(exchangeHeaders.session)),
    number: /^\d{1,15}$/.test(number) ? Number(number) : 0,
    method: req.method,
    target: targetOf(req.originalUrl),
    bodySha256: readContentDigest(req.get(exchangeHeaders.digest)) ?? bodySha256(Buffer.alloc(0)),
  }
}

/**
 * Signs every response below its path, also errors, with the service's key. Pack content is not signed: it is
 * encrypted, and signed bodies contain its digest.
 */
export function signAnswers(dependencies: Pick<Dependencies, 'serviceKeys'>): RequestHandler {
  return (req, res, next) => {
    // a body without a digest is of protocol 1: its text is unknown before it is read
    const isKnown = isWithoutBody(req) || readContentDigest(req.get(exchangeHeaders.digest)) !== undefined
    if (isKnown && !req.path.startsWith('/packs/')) signWhatIsSent(dependencies, req, res)
    next()
  }
}

function isWithoutBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
}

function signWhatIsSent({ serviceKeys }: Pick<Dependencies, 'serviceKeys'>, req: Request, res: Response) {
  const send = res.send.bind(res)
  res.send = (content?: unknown) => {
    const isBytes = typeof content === 'string' || Buffer.isBuffer(content) || content === undefined
    if (!isBytes) return send(content) // called again with the text that is sent
    const isEmpty = res.statusCode === 204 || content === undefined
    const body = isEmpty ? Buffer.alloc(0) : Buffer.from(content)
    const text = answerText(requestFactsOf(req), { status: res.statusCode, body })
    res.set(exchangeHeaders.signature, serviceKeys.sign(text).toString('base64'))
    return send(content)
  }
}

function idIn(header: string | undefined): string {
  return header && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(header) ? header : none
}

function isSigned(req: Request, facts: RequestFacts, publicKey: Uint8Array): boolean {
  return isRequestSigned(publicKey, facts, req.get(exchangeHeaders.signature))
}

/** Returns the error on which the agent deletes its keys and ends. */
export function revoked(): DomainError {
  return new DomainError('revoked')
}

function unsigned(): DomainError {
  return new DomainError('unsigned')
}

const numberConsumers = new WeakMap<Dependencies['signals'], ConsumeNumber>()

function numberConsumerOf({ signals, forAgents, now }: Dependencies): ConsumeNumber {
  const consume = numberConsumers.get(signals) ?? createNumberConsumer(forAgents.knex, now)
  numberConsumers.set(signals, consume)
  return consume
}

async function rejectReplayed(
  dependencies: Dependencies,
  req: Request,
  tenantId: string,
  row: KnownCaller & { isFirstUse: boolean },
) {
  if (!row.session_id || row.ended_at) throw new DomainError('session_ended')
  if (row.isFirstUse) return
  await alarm(dependencies, req, tenantId, 'agent_request_repeated')
  throw new DomainError('replayed')
}

function alarm(dependencies: Dependencies, req: Request, tenantId: string, reason: AuditReasonCode) {
  const { agent: agentId, method, target } = requestFactsOf(req)
  const what = `${method} ${target.replace(/\?.*/, '')}`
  return raiseAgentAlert(dependencies, req, {
    agentId,
    tenantId,
    action: 'agent.exchange',
    reason,
    detail: { request: what },
  })
}

function sessionOf(row: KnownCaller, protocols?: readonly number[]): AgentCallerSession {
  const { session_id: id, envelope_key: envelopeKey, platforms, transports, slots } = row
  const { document_format: documentFormat, dry_run_format: dryRunFormat } = row
  const isOutdated = outdatedReason(row.protocol, protocols) !== undefined
  const noJobsReason = row.cloned_at ? 'cloned' : row.rewound_at ? 'rewound' : isOutdated ? 'outdated' : null
  return { id: id as string, envelopeKey, platforms, transports, slots, documentFormat, dryRunFormat, noJobsReason }
}
