import { randomUUIDv7 } from 'node:crypto'
import type { DeclaredDifference } from '../../../../shared/diff/declared-differences.ts'
import { GoldenConfiguration } from '../../../store/models/golden-configuration.ts'
import type { TenantContext } from '../../kernel/context.ts'
import { DomainError } from '../../kernel/domain-error.ts'
import { rejectDuplicate } from '../../kernel/reject-duplicate.ts'
import { checkDifferences, findGoldenVersion, nameTaken } from './check-golden.ts'
import { type GoldenView, auditGolden, describeGolden, viewGolden } from './golden-view.ts'

export interface NewGolden {
  name: string
  tag: string
  versionId: string
  declaredDifferences: DeclaredDifference[]
  note: string | null
}

/** Golden configurations of a tenant. */
const maxGolden = 100

/**
 * Makes a version the golden configuration of a tag, for the platform of its device. Retention keeps the version.
 * @throws DomainError validation_failed, name_taken, too_many
 */
export async function createGolden(context: TenantContext, given: NewGolden): Promise<GoldenView> {
  const { trx, tenantId, now, actor } = context
  checkDifferences(given.declaredDifferences)
  await trx.raw(`select pg_advisory_xact_lock(hashtextextended('coffer golden configurations ' || ?, 0))`, [tenantId])
  const count = await GoldenConfiguration.query(trx).where({ tenantId }).resultSize()
  if (count >= maxGolden) throw new DomainError('too_many', { resource: 'golden_configuration', limit: maxGolden })
  const { device, artifact } = await findGoldenVersion(context, given.versionId, null)
  const by = { createdAt: now, createdBy: actor.name, updatedAt: now, updatedBy: actor.name }
  const created = await rejectDuplicate(
    GoldenConfiguration.query(trx)
      .insert({ id: randomUUIDv7(), tenantId, ...given, platform: device.platform, key: artifact.key, ...by })
      .returning('*')
      .execute(),
    nameTaken,
  )
  await auditGolden(context, 'golden_configuration.create', created, describeGolden(created))
  return viewGolden(context, created)
}
