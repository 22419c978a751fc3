import { shareOfLimit } from '../../../share-of-limit.ts'
import { createArchiveNames } from '../../../../shared/agent-protocol/archive-names.ts'
import { countedMember } from '../../../../shared/platforms/comparable-member.ts'
import type { ArchiveDescription } from '../../../../shared/platforms/platform.ts'
import { platformSource } from '../../../../shared/platforms/stored-platform.ts'
import { createArchiveIdentity } from '../../../../shared/repository/archive-identity.ts'
import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import { type Content, readContent } from '../../../../shared/repository/content.ts'
import { fingerprintOf } from '../../../../shared/repository/fingerprint.ts'
import { walkTree } from '../../../../shared/repository/tree.ts'
import { createByteBudget } from '../chunks/byte-budget.ts'
import { createEventLoopYielder } from '../chunks/yield-event-loop.ts'
import type { ComparisonContext } from './comparison-context.ts'

/** Memory budget in bytes for members that are being normalised. */
const texts = createByteBudget(shareOfLimit(128 * 1024 * 1024, 64 * 1024 * 1024))

/** Computes the identity of an archive from its stored members; the agent's declaration is not used. */
export async function identifyArchive(
  comparing: ComparisonContext,
  archive: ArchiveDescription,
  root: ChunkId,
): Promise<string> {
  const { reader, keys } = comparing
  const identity = createArchiveIdentity()
  const pace = createEventLoopYielder()
  for await (const { path, entry } of walkTree(reader, root)) {
    await pace()
    if (entry.type === 'directory') continue
    const counted = countedMember(archive, path, entry.size)
    if (!counted) continue
    const { type, content, target } = entry
    const key = content && counted.text
    const text = key === undefined ? undefined : await fingerprintText(comparing, key, content!)
    identity.add(path, { type, content, text, target })
  }
  return createArchiveNames(keys.chunkIdKey).ofMembers(identity.end())
}

async function fingerprintText({ platform, keys, reader, workers }: ComparisonContext, key: string, content: Content) {
  const release = await texts.acquire(2 * content.size)
  try {
    const raw = Buffer.concat(await Array.fromAsync(readContent(reader, content)))
    return fingerprintOf(
      keys.chunkIdKey,
      await workers.run('normaliseText', { platform: platformSource(platform), key, raw, view: 'whole' }),
    )
  } finally {
    release()
  }
}
