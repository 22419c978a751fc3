import { Row } from './row.ts'

/** Secrets of one tenant, sealed with its data key. */
export class Credential extends Row {
  static override tableName = 'credentials'

  declare id: string
  declare tenantId: string
  declare name: string
  declare username: string | null
  declare description: string | null
  declare secrets: Buffer
  declare secretsSet: string[]
  /** When a secret was last replaced or removed; null if none was since this is recorded. */
  declare secretsChangedAt: Date | null
  declare createdAt: Date
  declare updatedAt: Date
}
