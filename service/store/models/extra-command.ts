import { Row } from './row.ts'

/** A further display command for devices of a platform. Without a tag and a device it is for all of the tenant's. */
export class ExtraCommandRow extends Row {
  static override tableName = 'extra_commands'

  declare id: string
  declare tenantId: string
  declare platform: string
  /** Of the artifact with the command's text. */
  declare key: string
  declare tag: string | null
  declare deviceId: string | null
  declare command: string
  declare minLines: number
  /** A pattern of platform documents that each text contains. */
  declare contains: string | null
  declare createdAt: Date
  declare updatedAt: Date
  declare updatedBy: string
}
