import { type Manifest, sealManifest } from '../../../../shared/repository/manifest.ts'
import { inScope } from '../../../store/scope.ts'
import { putLocked } from '../stored-objects/lock-stored.ts'
import { prefixOf } from './prefix-of.ts'
import { type RepositoryDependencies, manifestObject } from './object-names.ts'
import { recordOrphanManifests } from './orphan-manifests.ts'

/**
 * Stores what the database will know of a version, sealed, so that the store alone gives it back. The database knows of
 * it first: one whose version is never committed is left over, and no sign that the database is older than the store.
 * @throws StoreUnreachable
 */
export async function writeManifest(
  parts: Pick<RepositoryDependencies, 'knex' | 'keys' | 'store' | 'now'>,
  manifest: Manifest,
): Promise<void> {
  const { knex, keys, now } = parts
  const { tenantId, versionId } = manifest
  const { repositoryPrivateKey } = await keys.of(tenantId)
  const prefix = await prefixOf(knex, tenantId)
  await inScope(knex, { kind: 'tenant', tenantId }, (trx) =>
    recordOrphanManifests({ trx, tenantId, now: now() }, [versionId]),
  )
  const key = manifestObject(prefix, versionId)
  const sealed = sealManifest(manifest, { tenantId, repositoryPrivateKey })
  await putLocked(parts, { tenantId, kind: 'manifest', id: versionId, key }, sealed)
}
