import type { Request, RequestHandler } from 'express'
import { exchangeHeaders, readContentDigest } from '../../shared/agent-protocol/exchange.ts'
import { firstAgentVersions, spokenProtocols } from '../../shared/agent-protocol/protocols.ts'
import { Refusal } from '../domain/refusal.ts'
import { isEncoded } from './bodies.ts'
import { unsupportedType } from './unsupported-type.ts'

/** The rest of a refused body is discarded so long, then the connection is cut. An agent's own may be large. */
const discardMs = { unverified: 10_000, verified: 120_000 }

const quietMs = 60_000

/**
 * Refuses, before anything of a body is read: requests of protocol 1, which send no digest, and compressed bodies. Cuts
 * connections that keep sending a refused body.
 */
export function agentDoor(): RequestHandler {
  const warn = throttledWarning()
  return (req, res, next) => {
    if (req.path.startsWith('/packs/')) return next()
    res.once('finish', () => cutIfUnread(req))
    if (isEncoded(req)) return next(unsupportedType('Bodies of agents are not compressed.'))
    if (readContentDigest(req.get(exchangeHeaders.digest)) !== undefined) return next()
    warn(req)
    next(agentOutdated())
  }
}

function cutIfUnread(req: Request): void {
  if (req.complete) return
  const cut = setTimeout(() => req.destroy(), discardMs[req.isVerifiedAgent ? 'verified' : 'unverified'])
  req.once('close', () => clearTimeout(cut))
}

/** 400: the agent shows the sentence in its log at the next challenge, whose answer it can verify. */
function agentOutdated(): Refusal {
  const oldest = Math.min(...spokenProtocols)
  const detail =
    `This agent speaks a protocol older than ${oldest}, which the service does not accept. ` +
    `Install coffer-agent ${firstAgentVersions[oldest]} or newer.`
  return new Refusal(400, 'Agent outdated', detail, { code: 'agent_outdated' })
}

/** One line a minute: the sender is not verified, and must not fill the log. */
function throttledWarning(): (req: Request) => void {
  let warnedAt = -Infinity
  let count = 0
  return (req) => {
    count += 1
    if (performance.now() - warnedAt < quietMs) return
    const agentId = req.get(exchangeHeaders.agent)?.slice(0, 36)
    req.log.warn({ agentId, address: req.ip, count }, 'requests of outdated agents refused')
    warnedAt = performance.now()
    count = 0
  }
}
