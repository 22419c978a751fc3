import { type Manifest, sealManifest } from '../../../shared/repository/manifest.ts'
import { prefixOf } from './prefix-of.ts'
import { type RepositoryParts, manifestObject } from './repository-parts.ts'

/**
 * Stores what the database will know of a version, sealed, so that the store alone gives it back. One whose version is
 * never committed names a version that nobody asks for.
 * @throws StoreUnreachable
 */
export async function writeManifest(
  { knex, keys, store }: Pick<RepositoryParts, 'knex' | 'keys' | 'store'>,
  manifest: Manifest,
): Promise<void> {
  const { tenantId, versionId } = manifest
  const { repositoryPrivateKey } = await keys.of(tenantId)
  const prefix = await prefixOf(knex, tenantId)
  await store.put(manifestObject(prefix, versionId), sealManifest(manifest, { tenantId, repositoryPrivateKey }))
}
