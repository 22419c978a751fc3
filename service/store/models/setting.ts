import { Row } from './row.ts'

/** A setting of the whole installation. */
export class Setting extends Row {
  static override tableName = 'settings'
  static override idColumn = 'key'
  static override jsonAttributes = ['value']

  declare key: string
  declare value: unknown
  declare updatedAt: Date
}
