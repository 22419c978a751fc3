import { recordAudit } from '../../kernel/audit/record-audit.ts'
import type { ContentContext } from '../content/content-context.ts'
import { maskedDetail } from '../content/view-for.ts'
import type { DiffSides } from '../versions/diff-texts.ts'

/** Records a reading of both compared configurations, in a transaction of its own. */
export async function recordReadings(
  contentContext: Pick<ContentContext, 'inTransaction' | 'readsSecrets'>,
  { before, after }: DiffSides,
  pairId?: string,
): Promise<void> {
  const detail = {
    from: before.version.id,
    to: after.version.id,
    ...(pairId !== undefined && { pair_id: pairId }),
    ...maskedDetail(contentContext),
  }
  await contentContext.inTransaction(async (context) => {
    for (const { id, tenantId } of [before.artifact, after.artifact])
      await recordAudit(context, 'config.diff', { kind: 'artifact', id, tenantId, detail })
  })
}
