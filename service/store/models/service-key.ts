import { Row } from './row.ts'

/** The service's own keys, wrapped with the master key. */
export class ServiceKey extends Row {
  static override tableName = 'service_keys'
  static override idColumn = 'name'

  declare name: string
  declare wrapped: Buffer
  declare publicKey: Buffer | null
  declare createdAt: Date
}
