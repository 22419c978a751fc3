import { GoldenConfiguration } from '../../../store/models/golden-configuration.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { notFound } from '../../kernel/domain-error.ts'
import { holdVersion } from '../pins/hold-version.ts'
import { auditGolden, describeGolden } from './golden-view.ts'

/** Deletes a golden configuration. Retention applies to its version after the cooling-off. @throws DomainError not_found */
export async function deleteGolden(context: TenantContext, id: string, coolingOffDays: number): Promise<void> {
  const found = await GoldenConfiguration.query(context.trx).findById(id).forUpdate()
  if (!found) throw notFound()
  await holdVersion(context, found, coolingOffDays)
  await GoldenConfiguration.query(context.trx).deleteById(found.id)
  await auditGolden(context, 'golden_configuration.delete', found, describeGolden(found))
}
