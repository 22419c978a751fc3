import { type Manifest, sealManifest } from '../../../shared/repository/manifest.ts'
import { Tenant } from '../../store/models/tenant.ts'
import { inScope } from '../../store/scope.ts'
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
  const { prefix } = await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    Tenant.query(trx).findById(tenantId).throwIfNotFound(),
  )
  await store.put(manifestObject(prefix, versionId), sealManifest(manifest, { tenantId, repositoryPrivateKey }))
}
