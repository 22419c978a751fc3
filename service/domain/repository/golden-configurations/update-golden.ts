import { GoldenConfiguration } from '../../../store/models/golden-configuration.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { holdVersion } from '../pins/hold-version.ts'
import { checkDifferences, findGoldenVersion, nameTaken } from './check-golden.ts'
import type { NewGolden } from './create-golden.ts'
import { type GoldenView, auditGolden, describeGolden, viewGolden } from './golden-view.ts'

/**
 * Changes a golden configuration. Another version must be of the same platform and key; retention applies to the former
 * one after the cooling-off.
 * @throws DomainError not_found, validation_failed, name_taken
 */
export async function updateGolden(
  context: TenantContext,
  id: string,
  change: Partial<NewGolden>,
  coolingOffDays: number,
): Promise<GoldenView> {
  const { trx, now, actor } = context
  const before = await GoldenConfiguration.query(trx).findById(id).forUpdate()
  if (!before) throw notFound()
  if (change.declaredDifferences) checkDifferences(change.declaredDifferences)
  const { versionId } = change
  if (versionId !== undefined && versionId !== before.versionId) {
    await findGoldenVersion(context, versionId, before)
    await holdVersion(context, before, coolingOffDays)
  }
  const updated = await rejectDuplicate(
    GoldenConfiguration.query(trx)
      .patchAndFetchById(before.id, { ...change, updatedAt: now, updatedBy: actor.name })
      .execute(),
    nameTaken,
  )
  const detail = { from: describeGolden(before), to: describeGolden(updated) }
  await auditGolden(context, 'golden_configuration.update', updated, detail)
  return viewGolden(context, updated)
}
