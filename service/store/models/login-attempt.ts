import { Row } from './row.ts'

/** A failed login, stored as long as it delays further ones. */
export class LoginAttempt extends Row {
  static override tableName = 'login_attempts'

  declare id: string
  declare account: string
  declare ip: string
  declare prefix: string
  declare lane: string
  declare attemptedAt: Date
}
