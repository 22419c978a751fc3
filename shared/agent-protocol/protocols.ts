import { type MessageOf, message } from '../messages/message.ts'

/**
 * The protocols that this program supports, the newest first. A session uses the newest that both ends support.
 * Protocol 2 sends the digest of each body in a header, so that a service verifies a request before it reads the body.
 * Protocol 1 did not, and is rejected. The signed texts, the challenge and the session are the same in both: each end
 * can report which of the two is outdated.
 */
export const spokenProtocols: readonly number[] = [2]

/** The first release of coffer-agent that supports a protocol. */
export const firstAgentVersions: Readonly<Record<number, string>> = { 2: '0.2.0' }

/** Returns undefined if there is no common protocol. */
export function newestOfBoth(own: readonly number[], others: readonly number[]): number | undefined {
  const both = own.filter((protocol) => others.includes(protocol))
  return both.length > 0 ? Math.max(...both) : undefined
}

/** Returns why an agent with this protocol gets no jobs from a service that supports these; undefined if it does. */
export function outdatedReason(
  protocol: number,
  spoken: readonly number[] = spokenProtocols,
): MessageOf<'agent_gets_no_jobs'> | undefined {
  if (spoken.includes(protocol)) return undefined
  const oldest = Math.min(...spoken)
  const version = firstAgentVersions[oldest]
  return message('agent_gets_no_jobs', {
    protocol,
    service_protocols: spoken.toSorted().map(String),
    update: protocol > oldest ? 'service' : version ? 'version' : 'agent',
    agent_version: version ?? '',
  })
}
