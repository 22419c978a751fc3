import { shareOfLimit } from '../../../share-of-limit.ts'
import { packLimits } from '../../../../shared/repository/pack-index.ts'
import { type Manifest, sealManifest } from '../../../../shared/repository/manifest.ts'
import { inScope } from '../../../store/scope.ts'
import { putLocked } from '../stored-objects/lock-stored.ts'
import { announceBatch } from './announce-packs.ts'
import { createBlockCache } from './block-cache.ts'
import { createByteBudget, createByteShares } from './byte-budget.ts'
import { createChunkReader } from './chunk-reader.ts'
import { type RepositoryDependencies, manifestObject } from './object-names.ts'
import { recordOrphanManifests } from './orphan-manifests.ts'
import { createPackBuffers } from './pack-buffers.ts'
import { prefixOf } from './prefix-of.ts'
import { receivePack } from './receive-pack.ts'
import type { Repository } from './repository.ts'
import { createWalkMemories } from './tree-walk-budget.ts'
import { createRegistrations } from './register-packs.ts'
import { verifyPack } from './verify-pack.ts'
import { walkStoredTree } from './walk-stored-tree.ts'

/**
 * Limits in bytes per replica, for all readers and writers: decrypted blocks, packs being verified, packs being
 * received.
 */
const limits = {
  blocks: shareOfLimit(64 * 1024 * 1024),
  verifying: shareOfLimit(48 * 1024 * 1024, packLimits.sealedBytes),
  receiving: shareOfLimit(96 * 1024 * 1024, 2 * packLimits.sealedBytes),
}

/** Creates the caches and budgets that all readers and writers of a process share. */
export function createRepositoryMemory() {
  return {
    blocks: createBlockCache(limits.blocks),
    verifying: createByteBudget(limits.verifying),
    receiving: createByteShares(limits.receiving, limits.receiving / 2), // uploads may be slow or incomplete
    walks: createWalkMemories(),
    packs: createPackBuffers(),
  }
}

/** Creates the repository from its parts. */
export function createRepository(parts: RepositoryDependencies, memory = createRepositoryMemory()): Repository {
  const { blocks, verifying, receiving, walks, packs: buffers } = memory
  const registrations = createRegistrations(parts)
  const chunkReader = (tenantId: string) => createChunkReader(parts, blocks, tenantId)
  return {
    chunkReader,
    sequentialReader: (tenantId) => createChunkReader(parts, blocks, tenantId, parts.workers),
    async announcePacks(context, owner, packs) {
      const [end] = await announceBatch(parts, context, [{ owner, packs }])
      if (end?.status === 'fulfilled') return end.value
      throw end?.reason
    },
    announceBatch: (context, announcements) => announceBatch(parts, context, announcements),
    receivePack: (address, body) => receivePack({ ...parts, buffers }, receiving, address, body),
    verifyPack: (tenantId, packId, known) =>
      verifyPack({ ...parts, registrations, buffers }, verifying, tenantId, packId, known),
    walkMemory: walks,
    walkStoredTree: (tenantId, root, memory, beside) =>
      walkStoredTree(parts.knex, chunkReader(tenantId), tenantId, root, memory, undefined, beside),
    writeManifests: (tenantId, manifests) => writeManifests(parts, tenantId, manifests),
  }
}

/**
 * Stores sealed manifests, from which the store alone can restore the versions' rows. They are first recorded in the
 * database: a manifest whose version is never committed is then an orphan, and not evidence that the database is older
 * than the store.
 * @throws StoreUnreachable
 */
async function writeManifests(
  parts: Pick<RepositoryDependencies, 'knex' | 'keys' | 'store' | 'now'>,
  tenantId: string,
  manifests: readonly Manifest[],
): Promise<void> {
  if (manifests.length === 0) return
  const { knex, keys, now } = parts
  const { repositoryPrivateKey } = await keys.of(tenantId)
  const prefix = await prefixOf(knex, tenantId)
  const ids = manifests.map(({ versionId }) => versionId)
  await inScope(
    knex,
    { kind: 'tenant', tenantId },
    (trx) => recordOrphanManifests({ trx, tenantId, now: now() }, ids),
    { repeats: true },
  )
  await Promise.all(
    manifests.map((manifest) => {
      const { versionId: id } = manifest
      const sealed = sealManifest(manifest, { tenantId, repositoryPrivateKey })
      return putLocked(parts, { tenantId, kind: 'manifest', id, key: manifestObject(prefix, id) }, sealed)
    }),
  )
}
