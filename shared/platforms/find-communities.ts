import type { Span } from './quoted-values.ts'
import { communityBlocks } from './statement-secrets.ts'

/** Returns the names of SNMP communities in blocks of which they are the secret, by line. */
export function findCommunities(text: string, lines: readonly string[]): Map<number, Span[]> {
  const found = new Map<number, Span[]>()
  if (!/snmp[ _]community/i.test(text)) return found
  let block: (typeof communityBlocks)[number] | undefined
  for (const [at, line] of lines.entries()) {
    if (block?.ends.test(line)) block = undefined
    if (!block) block = communityBlocks.find(({ starts }) => starts.test(line))
    else
      for (const { indices } of line.matchAll(block.secret))
        found.set(at, [{ from: indices![1]![0], to: indices![1]![1] }])
  }
  return found
}
