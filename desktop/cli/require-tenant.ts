import { message } from '../../shared/messages/message.ts'
import type { Connection } from './connection.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/**
 * Returns the id of the customer of `--tenant`.
 * @throws CommandError without it
 */
export async function requireTenant(connection: Connection): Promise<string> {
  const tenant = await connection.tenantId()
  if (tenant !== undefined) return tenant
  throw new CommandError(exitCodes.unusable, message('options_missing', { options: ['--tenant'] }))
}
