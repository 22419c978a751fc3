/**
 * The protocols that this program speaks, the newest first. A session is in the newest that both ends speak. Protocol 2
 * sends the digest of each body in a header, so that a service verifies a request before it reads the body. Protocol 1 did
 * not, and is refused. The signed texts, the challenge and the session are the same in both: each end can report which of
 * the two is outdated.
 */
export const spokenProtocols: readonly number[] = [2]

/** The first release of coffer-agent that speaks a protocol. */
export const firstAgentVersions: Readonly<Record<number, string>> = { 2: '0.2.0' }

/** Undefined where there is none. */
export function newestOfBoth(own: readonly number[], others: readonly number[]): number | undefined {
  const both = own.filter((protocol) => others.includes(protocol))
  return both.length > 0 ? Math.max(...both) : undefined
}

/** Why an agent of this protocol gets no jobs from a service that speaks these, or undefined when it does. */
export function outdatedReason(protocol: number, spoken: readonly number[] = spokenProtocols): string | undefined {
  if (spoken.includes(protocol)) return undefined
  const oldest = Math.min(...spoken)
  const words = `this agent speaks protocol ${protocol}, the service ${spoken.toSorted().join(' and ')}`
  if (protocol > oldest) return `${words}: update the service`
  const version = firstAgentVersions[oldest]
  return `${words}: ${version ? `install coffer-agent ${version} or newer` : 'update the agent'}`
}
