import type { Request, RequestHandler, Response } from 'express'
import {
  type RequestFacts,
  answerText,
  exchangeHeaders,
  isRequestSigned,
  none,
  targetOf,
} from '../../shared/agent-protocol/exchange.ts'
import { outdatedReason } from '../../shared/agent-protocol/protocols.ts'
import type { Actor, TenantCall } from '../domain/call.ts'
import { type KnownCaller, type SpendNumber, createNumberSpending } from '../domain/agents/spend-numbers.ts'
import { Refusal, conflict } from '../domain/refusal.ts'
import type { Pieces } from '../pieces.ts'
import { inScope } from '../store/scope.ts'
import { originOf } from './authorise.ts'
import { parseSignedBody, readAgentsBytes } from './bodies.ts'
import { raiseAlarm } from './raise-alarm.ts'

/** Which agent asks: its signature was verified, and the number of its request is spent. */
export interface AgentCaller {
  agentId: string
  tenantId: string
  actor: Actor
  labMode: boolean
  /** Rises with every request of the session; 0 before there is one. */
  number: number
  /** Null where one is being opened. */
  session: AgentCallerSession | null
}

export interface AgentCallerSession {
  id: string
  /** X25519, raw. */
  envelopeKey: Buffer
  platforms: string[]
  transports: string[]
  slots: number
  /** Why this agent gets no jobs now: cloned, rewound, or too old. */
  idle: string | null
}

/** The one operation of a signed agent that has no session yet. */
const opening = 'agentSession'

/**
 * Verifies the signature, and only then spends the request's number.
 * @throws Refusal 401 `unsigned`; 403 `revoked`; 409 `session_ended` or `replayed`
 */
export async function authenticateAgent(pieces: Pieces, req: Request): Promise<void> {
  const keys = knownKeys(pieces)
  const found = await keys.get(requestFactsOf(req).agent, false).then(
    (key) => ({ key: key ?? null }),
    (error: unknown) => ({ key: null, error }),
  )
  const known = found.key
  await readAgentsBytes(req, known !== null) // whatever becomes of it: the answer's signature is over the body, too
  if ('error' in found) throw found.error
  if (req.bodyFault?.status === 413) throw req.bodyFault
  if (req.bodyFault && !req.complete) throw req.bodyFault // the connection broke: nobody has altered anything
  const facts = requestFactsOf(req)
  const signed = known && isSigned(req, facts, known.publicKey) ? known : await again(keys, req, facts)
  if (!signed) {
    if (known) await alarm(pieces, req, known.tenantId, 'a request in its name was not signed by its key, or altered')
    throw unsigned()
  }
  const isOpening = req.openapi?.schema.operationId === opening
  const { agent: agentId, session, number } = facts
  const sessionId = isOpening || session === none ? null : session
  const row = await spendingOf(pieces)({ tenantId: signed.tenantId, agentId, sessionId, number })
  if (!row || !row.public_key?.equals(signed.publicKey)) {
    keys.forget(facts.agent)
    throw unsigned()
  }
  if (row.revoked_at) throw revoked()
  if (!isOpening) await refuseUnspent(pieces, req, signed.tenantId, row)
  await parseSignedBody(req)
  req.agent = {
    agentId: facts.agent,
    tenantId: signed.tenantId,
    actor: { kind: 'agent', id: facts.agent, name: `agent:${row.slug}`, role: null, tenantId: signed.tenantId },
    labMode: row.lab_mode,
    number: facts.number,
    session: isOpening ? null : sessionOf(row, pieces.protocols),
  }
}

/** Runs one domain action of an agent in one transaction of its customer. */
export function scopedToAgent<T>(
  pieces: Pieces,
  req: Pick<Request, 'agent' | 'id' | 'ip'>,
  work: (call: TenantCall, agent: AgentCaller) => Promise<T>,
): Promise<T> {
  const agent = agentOf(req)
  const { tenantId, actor } = agent
  const origin = originOf(req as Request)
  return inScope(
    pieces.forAgents.knex,
    { kind: 'tenant', tenantId },
    (trx) => work({ actor, origin, tenantId, now: pieces.now(), trx, keys: pieces.keys }, agent),
    { repeats: true },
  )
}

export function agentOf(req: Pick<Request, 'agent'>): AgentCaller {
  if (!req.agent) throw new Error('a route of the agent protocol without an agent: the contract gives it no security')
  return req.agent
}

/** A caller in a session. */
export function sessionOfAgent(agent: AgentCaller): AgentCallerSession {
  if (!agent.session) throw new Error('a route that needs a session was called without one')
  return agent.session
}

/** All that the signature of this request is over. */
export function requestFactsOf(req: Request): RequestFacts {
  const number = req.get(exchangeHeaders.number) ?? '0'
  return {
    agent: idIn(req.get(exchangeHeaders.agent)),
    session: idIn(req.get(exchangeHeaders.session)),
    number: /^\d{1,15}$/.test(number) ? Number(number) : 0,
    method: req.method,
    target: targetOf(req.originalUrl),
    body: req.rawBody ?? Buffer.alloc(0),
  }
}

/**
 * Signs every answer below its path, errors too, by the service's key. The bytes of packs go unsigned: they are sealed,
 * and named by digest in signed bodies.
 */
export function signAnswers(pieces: Pick<Pieces, 'serviceKeys'>): RequestHandler {
  return (req, res, next) => {
    if (!req.path.startsWith('/packs/')) signWhatIsSent(pieces, req, res)
    next()
  }
}

function signWhatIsSent({ serviceKeys }: Pick<Pieces, 'serviceKeys'>, req: Request, res: Response) {
  const send = res.send.bind(res)
  res.send = (content?: unknown) => {
    const isBytes = typeof content === 'string' || Buffer.isBuffer(content) || content === undefined
    if (!isBytes) return send(content) // comes back here as the text that it is sent as
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

/** The key may be a new one: once more, with what the database says now. */
async function again(keys: KnownKeys, req: Request, facts: RequestFacts): Promise<KnownKey | null> {
  const fresh = await keys.get(facts.agent, true)
  return fresh && isSigned(req, facts, fresh.publicKey) ? fresh : null
}

/** 403: the agent wipes its keys and ends. */
export function revoked(): Refusal {
  return new Refusal(403, 'Not allowed', 'This agent was revoked.', { code: 'revoked' })
}

function unsigned(): Refusal {
  return new Refusal(401, 'Not signed', 'The request is not signed by the key of an agent that is known here.', {
    code: 'unsigned',
  })
}

interface KnownKey {
  tenantId: string
  publicKey: Buffer
}

interface KnownKeys {
  get(agentId: string, fresh: boolean): Promise<KnownKey | null>
  forget(agentId: string): void
}

const keysOf = new WeakMap<Pieces['signals'], KnownKeys>()

/** Which customer an agent is of, and its key, before anything of it may be read. Voided by the `agents` signal. */
function knownKeys({ signals, forAgents }: Pieces): KnownKeys {
  const existing = keysOf.get(signals)
  if (existing) return existing
  const known = new Map<string, KnownKey>()
  let voided = 0
  signals.on('agents', (agentId) => {
    voided += 1
    if (agentId === null) known.clear()
    else known.delete(agentId)
  })
  const keys: KnownKeys = {
    async get(agentId, fresh) {
      const cached = known.get(agentId)
      if (cached && !fresh) return cached
      if (agentId === none) return null
      const before = voided
      const { rows } = await forAgents.knex.raw('select tenant_id, public_key from lookup_agent(?)', [agentId])
      const row = rows[0]
      if (!row?.public_key) return null
      const key = { tenantId: row.tenant_id, publicKey: row.public_key }
      if (before === voided) known.set(agentId, key)
      return key
    },
    forget: (agentId) => void known.delete(agentId),
  }
  keysOf.set(signals, keys)
  return keys
}

const spendings = new WeakMap<Pieces['signals'], SpendNumber>()

function spendingOf({ signals, forAgents, now }: Pieces): SpendNumber {
  const spend = spendings.get(signals) ?? createNumberSpending(forAgents.knex, now)
  spendings.set(signals, spend)
  return spend
}

async function refuseUnspent(pieces: Pieces, req: Request, tenantId: string, row: KnownCaller & { isSpent: boolean }) {
  if (!row.session_id || row.ended_at) throw conflict('This session has ended: open a new one.', 'session_ended')
  if (row.isSpent) return
  await alarm(pieces, req, tenantId, 'a request of it came again, which an agent never sends twice')
  throw conflict('This number was used already: the request is a repeated one.', 'replayed')
}

function alarm(pieces: Pieces, req: Request, tenantId: string, reason: string) {
  const { agent: agentId, method, target } = requestFactsOf(req)
  const what = `${method} ${target.replace(/\?.*/, '')}`
  return raiseAlarm(pieces, req, { agentId, tenantId, action: 'agent.exchange', reason, detail: { request: what } })
}

function sessionOf(row: KnownCaller, protocols?: readonly number[]): AgentCallerSession {
  const { session_id: id, envelope_key: envelopeKey, platforms, transports, slots } = row
  const idle = row.cloned_at ? 'cloned' : row.rewound_at ? 'rewound' : (outdatedReason(row.protocol, protocols) ?? null)
  return { id: id as string, envelopeKey, platforms, transports, slots, idle }
}
