import { announcePacks } from './announce-packs.ts'
import { createBlockCache } from './block-cache.ts'
import { createByteBudget, createByteShares } from './byte-budget.ts'
import { createChunkReader } from './chunk-reader.ts'
import { receivePack } from './receive-pack.ts'
import type { RepositoryDependencies } from './object-names.ts'
import type { Repository } from './repository.ts'
import { verifyPack } from './verify-pack.ts'
import { createWalkMemories } from './tree-walk-budget.ts'
import { walkStoredTree } from './walk-stored-tree.ts'
import { writeManifest } from './write-manifest.ts'

/** In bytes, per replica, whoever reads and writes: opened blocks, packs being checked, packs being received. */
const limits = { blocks: 64 * 1024 * 1024, verifying: 48 * 1024 * 1024, receiving: 96 * 1024 * 1024 }

/** What all that read and write in one process share. */
export function createRepositoryMemory() {
  return {
    blocks: createBlockCache(limits.blocks),
    verifying: createByteBudget(limits.verifying),
    receiving: createByteShares(limits.receiving, limits.receiving / 2), // packs may come slowly, or never wholly
    walks: createWalkMemories(),
  }
}

/** Joins the parts of the repository. */
export function createRepository(parts: RepositoryDependencies, memory = createRepositoryMemory()): Repository {
  const { blocks, verifying, receiving, walks } = memory
  const chunkReader = (tenantId: string) => createChunkReader(parts, blocks, tenantId)
  return {
    chunkReader,
    announcePacks: (context, owner, packs) => announcePacks(parts, context, owner, packs),
    receivePack: (address, body) => receivePack(parts, receiving, address, body),
    verifyPack: (tenantId, packId, known) => verifyPack(parts, verifying, tenantId, packId, known),
    walkMemory: walks,
    walkStoredTree: (tenantId, root, memory, beside) =>
      walkStoredTree(parts.knex, chunkReader(tenantId), tenantId, root, memory, undefined, beside),
    writeManifest: (manifest) => writeManifest(parts, manifest),
  }
}
