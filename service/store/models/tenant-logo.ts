import { Row } from './row.ts'

/** The image of a tenant's reports. */
export class TenantLogo extends Row {
  static override tableName = 'tenant_logos'
  static override idColumn = 'tenantId'

  declare tenantId: string
  declare type: 'image/png' | 'image/jpeg'
  /** Pixels. */
  declare width: number
  declare height: number
  declare data: Buffer
  declare updatedAt: Date
}
