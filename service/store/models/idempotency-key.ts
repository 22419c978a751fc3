import { Row } from './row.ts'

/** An idempotency key; without a response its request is still running. */
export class IdempotencyKey extends Row {
  static override tableName = 'idempotency_keys'
  static override jsonAttributes = ['answer']

  declare id: string
  /** Null: of the platform. */
  declare tenantId: string | null
  declare actorId: string
  declare key: string
  declare requestHash: Buffer
  declare status: number | null
  declare answer: unknown | null
  declare createdAt: Date
}
