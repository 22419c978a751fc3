import { Row } from './row.ts'

/** A failed login, kept for as long as it slows the next. */
export class LoginAttempt extends Row {
  static override tableName = 'login_attempts'

  declare id: string
  declare account: string
  declare ip: string
  declare prefix: string
  declare lane: string
  declare attemptedAt: Date
}
