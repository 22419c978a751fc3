import type { Request, RequestHandler } from 'express'
import { exchangeHeaders, readContentDigest } from '../../shared/agent-protocol/exchange.ts'
import { firstAgentVersions, spokenProtocols } from '../../shared/agent-protocol/protocols.ts'
import { isEncoded } from './bodies.ts'
import { DomainError } from '../domain/kernel/domain-error.ts'

/**
 * Milliseconds for which the rest of a rejected body is discarded before the connection is cut. Bodies of verified
 * agents may be large.
 */
const discardMs = { unverified: 10_000, verified: 120_000 }

const quietMs = 60_000

/**
 * Rejects requests of protocol 1, which send no digest, and compressed bodies, before any of the body is read. Cuts
 * connections that keep sending a rejected body.
 */
export function admitAgentRequests(): RequestHandler {
  const warn = throttledWarning()
  return (req, res, next) => {
    if (req.path.startsWith('/packs/')) return next()
    res.once('finish', () => cutIfUnread(req))
    if (isEncoded(req)) return next(new DomainError('content_encoding_unsupported'))
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

/** Status 400: the agent logs the sentence at its next challenge, whose response it can verify. */
function agentOutdated(): DomainError {
  const oldest = Math.min(...spokenProtocols)
  return new DomainError('agent_outdated', { oldest_protocol: oldest, agent_version: firstAgentVersions[oldest] ?? '' })
}

/** Logs at most one line a minute: the sender is not verified and must not fill the log. */
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
