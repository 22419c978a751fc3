import { type DeclaredDifference, checkDeclared } from '../../../../shared/diff/declared-differences.ts'
import { Artifact } from '../../../store/models/artifact.ts'
import { Version } from '../../../store/models/version.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError, type FieldError, invalidField, invalidFields } from '../../kernel/domain-error.ts'
import { type FoundVersion, findVersion } from '../versions/find-version.ts'

/**
 * Returns a version that can be golden: a text that can be compared and is not suspicious. Its lineage is locked, as
 * retention does, so that the version cannot be deleted meanwhile.
 * @param of the platform and key that it must have; null accepts every platform and key
 * @throws DomainError validation_failed
 */
export async function findGoldenVersion(
  context: TenantContext,
  versionId: string,
  of: { platform: string; key: string } | null,
): Promise<FoundVersion> {
  const row = await Version.query(context.trx).findById(versionId).select('artifactId')
  const artifact = row && (await Artifact.query(context.trx).findById(row.artifactId).forUpdate())
  const isLeft = artifact && (await Version.query(context.trx).findById(versionId).select('id'))
  if (!isLeft) throw invalidField('version_id', 'version_not_found')
  const found = await findVersion(context, versionId)
  const reason = whyNotGolden(found)
  if (reason) throw invalidField('version_id', 'golden_version_refused', { reason })
  if (of && (of.platform !== found.device.platform || of.key !== found.artifact.key))
    throw invalidField('version_id', 'golden_version_of_other_configuration', { platform: of.platform, key: of.key })
  return found
}

function whyNotGolden({ artifact, isSecret, isDamaged, platform, version }: FoundVersion): string | null {
  if (artifact.kind !== 'text') return 'tree'
  if (isSecret) return 'secret'
  if (!platform) return 'platform'
  if (isDamaged) return 'damaged'
  return version.suspicious !== null && version.reviewedAt === null ? 'suspicious' : null
}

/** @throws DomainError validation_failed with each pattern that is not supported */
export function checkDifferences(differences: readonly DeclaredDifference[]): void {
  const refused = checkDeclared(differences)
  if (refused.length === 0) return
  throw invalidFields(
    refused.map(({ at, reason }): FieldError => ({ path: `declared_differences.${at}.pattern`, error: reason })),
  )
}

export const nameTaken = () => new DomainError('name_taken', { resource: 'golden_configuration' })
