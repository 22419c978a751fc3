/**
 * The protocols that this program speaks, the newest first: its own, and the one before it, so that agents and services
 * need not be updated on one day. A session is in the newest that both speak. What texts are signed, and how a challenge
 * and a session are asked for, is the same in all of them: the two understand each other as far as to say who is too old.
 */
export const spokenProtocols: readonly number[] = [1]

/** Undefined where there is none. */
export function newestOfBoth(own: readonly number[], others: readonly number[]): number | undefined {
  const both = own.filter((protocol) => others.includes(protocol))
  return both.length > 0 ? Math.max(...both) : undefined
}

/** Why an agent of this protocol gets no jobs from a service that speaks these, or undefined when it does. */
export function outdatedReason(protocol: number, spoken: readonly number[] = spokenProtocols): string | undefined {
  if (spoken.includes(protocol)) return undefined
  const words = `this agent speaks protocol ${protocol}, the service ${spoken.toSorted().join(' and ')}`
  return protocol < Math.min(...spoken) ? `${words}: update the agent` : `${words}: update the service`
}
