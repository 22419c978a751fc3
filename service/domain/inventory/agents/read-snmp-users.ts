import { type MessageOf, type ParamsArgument, message } from '../../../../shared/messages/message.ts'
import type { FieldErrorCode } from '../../../../shared/messages/codes.ts'
import type { SnmpUser } from '../../../store/models/agent.ts'
import { type FieldError, invalidFields } from '../../kernel/domain-error.ts'

type Secret = 'auth_protocol' | 'auth_password' | 'priv_protocol' | 'priv_password'

/** What each level requires. It does not accept the others. */
const fieldsOf: Record<SnmpUser['level'], readonly Secret[]> = {
  noAuthNoPriv: [],
  authNoPriv: ['auth_protocol', 'auth_password'],
  authPriv: ['auth_protocol', 'auth_password', 'priv_protocol', 'priv_password'],
}
const secretFields = fieldsOf.authPriv

/**
 * Returns the users with their passwords. A user without a password keeps that of the former user with its name.
 * @throws DomainError validation_failed for a name that is used twice, and for fields that the level requires or does not
 *   accept
 */
export function readSnmpUsers(input: readonly SnmpUser[], former: readonly SnmpUser[]): SnmpUser[] {
  const errors: FieldError[] = []
  const names = new Set<string>()
  const users = input.map((given, at) => {
    const fail = <Code extends FieldErrorCode>(field: string, code: Code, ...params: ParamsArgument<Code>) =>
      errors.push({
        path: `snmp_users.${at}.${field}`,
        error: message(code, ...params) as MessageOf<FieldErrorCode>,
      })
    if (names.has(given.name)) fail('name', 'given_more_than_once')
    names.add(given.name)
    const before = former.find(({ name }) => name === given.name)
    const user: SnmpUser = { name: given.name, level: given.level }
    for (const field of secretFields) {
      if (!fieldsOf[given.level].includes(field)) {
        if (given[field] !== undefined) fail(field, 'only_at_level', { level: field.startsWith('auth') ? 'authNoPriv' : 'authPriv' }) // prettier-ignore
        continue
      }
      const value = given[field] ?? (field.endsWith('password') ? before?.[field] : undefined)
      if (value === undefined) fail(field, 'is_required')
      else Object.assign(user, { [field]: value })
    }
    return user
  })
  if (errors.length > 0) throw invalidFields(errors)
  return users
}
