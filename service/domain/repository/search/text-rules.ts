import { platformSource } from '../../../../shared/platforms/stored-platform.ts'
import { canMask } from '../../../../shared/platforms/text-view.ts'
import { readPlatforms } from '../../inventory/platforms/find-platform.ts'
import type { ContentContext } from '../content/content-context.ts'
import type { SearchedText } from './searched-texts.ts'

/** Texts of a page with the rules by which they are masked, and those that cannot be masked. */
export interface MaskedPage {
  texts: SearchedText[]
  withheld: SearchedText[]
}

/** Adds the rules of masking to the texts of a page. A lineage that was deleted meanwhile is left out. */
export function readRules(
  { inTransaction }: Pick<ContentContext, 'inTransaction'>,
  tenantId: string,
  page: readonly SearchedText[],
): Promise<MaskedPage> {
  return inTransaction(async ({ trx }) => {
    const { rows } = await trx.raw<{ rows: { id: string; key: string; platform: string }[] }>(
      `select a.id, a.key, d.platform from artifacts a
       join devices d on d.tenant_id = a.tenant_id and d.id = a.device_id
       where a.tenant_id = :tenantId and a.id = any(cast(:ids as uuid[]))`,
      { tenantId, ids: page.map(({ artifactId }) => artifactId) },
    )
    const platformOf = await readPlatforms(
      trx,
      tenantId,
      rows.map(({ platform }) => platform),
    )
    const lineages = new Map(rows.map((row) => [row.id, row]))
    const masked: MaskedPage = { texts: [], withheld: [] }
    for (const text of page) {
      const lineage = lineages.get(text.artifactId)
      if (!lineage) continue
      const { key } = lineage
      const platform = platformOf(lineage.platform)
      if (!canMask(platform, key)) masked.withheld.push(text)
      else masked.texts.push({ ...text, rules: { platform: platformSource(platform), key } })
    }
    return masked
  })
}
