import type { components } from '../../../shared/contract/api-types.ts'
import type { EndOfLifeRow } from '../../store/models/end-of-life.ts'

export function presentEndOfLife(row: EndOfLifeRow): components['schemas']['EndOfLifeEntry'] {
  return {
    vendor: row.vendor,
    model: row.model || null,
    os_version: row.osVersion || null,
    end_of_sale: row.endOfSale || null,
    end_of_support: row.endOfSupport,
    source: row.source || null,
    loaded_at: row.createdAt.toISOString(),
    loaded_by: row.createdBy,
  }
}
