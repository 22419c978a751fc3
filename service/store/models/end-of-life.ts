import { Row } from './row.ts'

/** When sales and support of a product end. Every tenant reads these rows. */
export class EndOfLifeRow extends Row {
  static override tableName = 'end_of_life'

  declare id: string
  declare tenantId: null
  /** In the order of the loaded table. */
  declare position: number
  declare vendor: string
  /** In lower case, for the comparison with facts. */
  declare vendorKey: string
  /** A pattern with `*`; empty without one, as is `osVersion`. */
  declare model: string
  declare osVersion: string
  /** The patterns as those of `like`, in lower case. */
  declare modelLike: string
  declare osLike: string
  /** A date; empty if unknown. */
  declare endOfSale: string
  declare endOfSupport: string
  declare source: string
  declare createdAt: Date
  declare createdBy: string
}
