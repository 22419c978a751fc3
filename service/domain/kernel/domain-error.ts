import { problemStatus } from '../../../shared/contract/problems.ts'
import type { FieldErrorCode, ProblemCode } from '../../../shared/messages/codes.ts'
import {
  type MessageOf,
  type MessageParams,
  type ParamsArgument,
  type PlainCode,
  message,
} from '../../../shared/messages/message.ts'
import { render } from '../../../shared/messages/render.ts'
import type { DocumentError } from '../../../shared/platforms/documents/yaml-source.ts'

/** A rejected field. `path` joins names and indexes with dots, for example `options.paths.0`. */
export interface FieldError {
  path: string
  error: MessageOf<FieldErrorCode>
}

interface ProblemFields {
  cause?: string
  missing?: string
  missing_ids?: string[]
  level?: string
  limit_bytes?: number
  size_bytes?: number
  retry_after_seconds?: number
  approval_id?: string
}

/** Fields of a problem beside its code and parameters; each is a field of the contract's `Problem`. */
export interface ProblemExtension extends ProblemFields {
  fieldErrors?: readonly FieldError[]
  /** Errors of a platform document. */
  documentErrors?: readonly DocumentError[]
}

type DomainErrorArguments<Code extends ProblemCode> = Code extends PlainCode
  ? [params?: MessageParams<Code>, extension?: ProblemExtension]
  : [params: MessageParams<Code>, extension?: ProblemExtension]

/** An expected error, shown to the client. Any other thrown error is a bug and returned as `internal_error`. */
export class DomainError<Code extends ProblemCode = ProblemCode> extends Error {
  readonly status: number
  readonly code: Code
  readonly params: MessageParams<Code>
  readonly fieldErrors: readonly FieldError[]
  readonly documentErrors: readonly DocumentError[]
  readonly fields: ProblemFields & { code: Code }

  constructor(code: Code, ...[given, more = {}]: DomainErrorArguments<Code>) {
    const params = (given ?? {}) as MessageParams<Code>
    const { fieldErrors = [], documentErrors = [], ...extension } = more
    const errors = fieldErrors.map(({ path, error }) => ({ path, message: render(error, 'en') }))
    super(errors.map((one) => `${one.path}: ${one.message}`).join('; ') || render({ code, params }, 'en'))
    this.status = problemStatus[code]
    this.code = code
    this.params = params
    this.fieldErrors = fieldErrors
    this.documentErrors = documentErrors
    this.fields = { ...extension, code }
  }
}

/** Returns `validation_failed` for one field. */
export function invalidField<Code extends FieldErrorCode>(
  path: string,
  code: Code,
  ...params: ParamsArgument<Code>
): DomainError {
  return invalidFields([{ path, error: message(code, ...params) as MessageOf<FieldErrorCode> }])
}

/** Returns `validation_failed` for several fields. */
export function invalidFields(fieldErrors: readonly FieldError[]): DomainError {
  return new DomainError('validation_failed', {}, { fieldErrors })
}

/**
 * Returns `not_found`: the object does not exist or is outside the caller's scope. Both cases are indistinguishable.
 */
export function notFound(): DomainError {
  return new DomainError('not_found')
}

/** Returns `approval_required`: a second person must approve the action. */
export function approvalRequired(action: string): DomainError<'approval_required'> {
  return new DomainError('approval_required', { action }, { missing: 'approval' })
}

/** Returns `permission_missing`: the role lacks a permission. `missing` repeats it for clients. */
export function permissionMissing(permission: string): DomainError {
  return new DomainError('permission_missing', { permission }, { missing: permission })
}

/** Returns `tenant_not_allowed`: the request names another tenant than that of the role. */
export function tenantNotAllowed(): DomainError {
  return new DomainError('tenant_not_allowed', {}, { missing: 'tenant' })
}

/** Returns `session_required`: an API token may not do this. */
export function sessionRequired(): DomainError {
  return new DomainError('session_required', {}, { missing: 'session' })
}

/** Returns `password_change_required`: the session can only change the password. */
export function passwordChangeRequired(): DomainError {
  return new DomainError('password_change_required', {}, { missing: 'password_change' })
}

/** Returns `second_factor_setup_required`: the session can only set up a second factor. */
export function secondFactorRequired(): DomainError {
  return new DomainError('second_factor_setup_required', {}, { missing: 'second_factor' })
}

/** Returns `confirmation_required`: the user must confirm with the password first. */
export function confirmationRequired(): DomainError {
  return new DomainError('confirmation_required', {}, { missing: 'confirmation' })
}

/** Returns `too_large` with both sizes in bytes. */
export function tooLarge(
  content: 'archive' | 'preview' | 'text' | 'comparison' | 'body',
  sizeBytes: number,
  limitBytes: number,
): DomainError {
  const params = { content, size: sizeBytes, limit: limitBytes }
  return new DomainError('too_large', params, { limit_bytes: limitBytes, size_bytes: sizeBytes })
}
