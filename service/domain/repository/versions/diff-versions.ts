import type { Unified } from '../../../../shared/diff/unified.ts'
import { Version } from '../../../store/models/version.ts'
import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ActionContext } from '../../kernel/context.ts'
import { DomainError, notFound } from '../../kernel/domain-error.ts'
import type { ContentContext } from '../content/content-context.ts'
import { maskedDetail } from '../content/view-for.ts'
import { type DiffOptions, checkComparable, diffTexts } from './diff-texts.ts'
import { type FoundVersion, findVersion } from './find-version.ts'

/** The ids of two versions. */
interface Pair {
  from: string
  to: string
}

/**
 * Compares two versions of a lineage, in any order of their dates.
 * @throws DomainError not_found, version_of_other_lineage, is_tree, is_secret, too_large above the comparison limit
 */
export async function diffVersions(
  contentContext: ContentContext,
  artifactId: string,
  { from, to, ...options }: Pair & DiffOptions,
): Promise<Unified> {
  const sides = await contentContext.inTransaction(async (context) => {
    const found = {
      before: await findVersionOfLineage(context, artifactId, from),
      after: await findVersionOfLineage(context, artifactId, to),
    }
    checkComparable(contentContext, found)
    return found
  })
  const difference = await diffTexts(contentContext, sides, options)
  const { tenantId } = sides.before.version
  const detail = { from, to, ...maskedDetail(contentContext) }
  await contentContext.inTransaction((context) =>
    recordAudit(context, 'config.diff', { kind: 'artifact', id: artifactId, tenantId, detail }),
  )
  return difference
}

async function findVersionOfLineage(
  context: ActionContext,
  artifactId: string,
  versionId: string,
): Promise<FoundVersion> {
  const version = await Version.query(context.trx).findById(versionId).select('artifactId')
  if (!version) throw notFound()
  if (version.artifactId !== artifactId) throw new DomainError('version_of_other_lineage')
  return findVersion(context, versionId)
}

/**
 * Compares any two versions of a tenant: of other lineages, devices or platforms too. Records a reading of each lineage.
 * @throws DomainError not_found, versions_of_two_tenants, is_tree, is_secret, too_large above the comparison limit
 */
export async function compareVersions(
  contentContext: ContentContext,
  { from, to, ...options }: Pair & DiffOptions,
): Promise<Unified> {
  const sides = await contentContext.inTransaction(async (context) => {
    const found = { before: await findVersion(context, from), after: await findVersion(context, to) }
    if (found.before.version.tenantId !== found.after.version.tenantId) throw new DomainError('versions_of_two_tenants')
    checkComparable(contentContext, found)
    return found
  })
  const difference = await diffTexts(contentContext, sides, options)
  const artifactIds = new Set([sides.before.version.artifactId, sides.after.version.artifactId])
  const { tenantId } = sides.before.version
  const detail = { from, to, ...maskedDetail(contentContext) }
  await contentContext.inTransaction(async (context) => {
    for (const id of artifactIds) {
      await recordAudit(context, 'config.diff', { kind: 'artifact', id, tenantId, detail })
    }
  })
  return difference
}
