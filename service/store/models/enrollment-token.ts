import { Row } from './row.ts'

/** The public half of an enrolment token; its seed was shown once. */
export class EnrollmentToken extends Row {
  static override tableName = 'enrollment_tokens'

  declare id: string
  declare tenantId: string
  declare agentId: string
  declare publicKey: Buffer
  declare createdAt: Date
  declare expiresAt: Date
  declare voidedAt: Date | null
  declare spentAt: Date | null
  declare spentBy: Buffer | null
}
