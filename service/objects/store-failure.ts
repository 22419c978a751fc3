import type { ObjectStoreCode } from '../../shared/messages/codes.ts'
import { type MessageOf, message } from '../../shared/messages/message.ts'
import { StoreUnreachable } from './object-store.ts'

/** The failed operation: a parameter of the message `store_operation_failed`. */
export type StoreOperation =
  | 'check'
  | 'delete'
  | 'list'
  | 'list_versions'
  | 'lock'
  | 'measure_space'
  | 'prepare_folder'
  | 'read'
  | 'read_lock'
  | 'read_lock_configuration'
  | 'read_versioning'
  | 'write'

/** Why the store's response is not used: a parameter of the message `store_answer_unusable`. */
export type AnswerProblem =
  | 'continuation_missing'
  | 'listing_unordered'
  | 'not_s3'
  | 'other_bytes'
  | 'other_range'
  | 'size_exceeded'
  | 'size_missing'
  | 'version_missing'

/**
 * Returns the status of the store's response and its error code, such as `NoSuchKey` (empty without one); undefined if the
 * error is not a response of the store.
 */
export function parseRejection(error: unknown): { status: number; code: string } | undefined {
  const status = statusOf(error)
  if (status === undefined || status < 300) return undefined
  const name = error instanceof Error ? error.name : ''
  return { status, code: /^[A-Z]\w{2,60}$/.test(name) && name !== 'Error' ? name : '' }
}

/** Returns the error of an operation that failed for a reason. */
export function operationFailed(
  operation: StoreOperation,
  reason: MessageOf<ObjectStoreCode>,
  options?: ErrorOptions,
): StoreUnreachable {
  return new StoreUnreachable(message('store_operation_failed', { operation, reason }), options)
}

/** Returns the error of an unusable response. */
export function answerUnusable(operation: StoreOperation, problem: AnswerProblem): StoreUnreachable {
  return operationFailed(operation, message('store_answer_unusable', { problem }))
}

/**
 * Returns the error as StoreUnreachable. It quotes nothing of the response: stores include keys, signatures and
 * addresses in it.
 */
export function asStoreUnreachable(operation: StoreOperation, error: unknown): StoreUnreachable {
  if (error instanceof StoreUnreachable) return error
  const rejection = parseRejection(error)
  if (!rejection) return operationFailed(operation, withoutAnswer(error))
  const { status, code } = rejection
  const cause = causes[code] ?? causes[status] ?? 'unknown'
  return operationFailed(operation, message('store_answered_error', { status, store_code: code, cause }))
}

/** Runs requests and throws each of their errors as StoreUnreachable. */
export async function wrapFailures<T>(operation: StoreOperation, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreUnreachable(operation, error)
  }
}

/** Parameters of the message `store_answered_error` by the store's code or status. */
const causes: Record<string, string> = {
  InvalidAccessKeyId: 'access_key_unknown',
  SignatureDoesNotMatch: 'secret_wrong',
  AuthorizationHeaderMalformed: 'region_wrong',
  PermanentRedirect: 'bucket_elsewhere',
  NoSuchBucket: 'bucket_missing',
  RequestTimeTooSkewed: 'clock_differs',
  InvalidObjectState: 'archived',
  QuotaExceeded: 'quota_exceeded',
  301: 'bucket_elsewhere',
  403: 'permission_missing',
}

function withoutAnswer(error: unknown): MessageOf<ObjectStoreCode> {
  const name = error instanceof Error ? error.name : ''
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return message('store_timed_out')
  if (code === 'ECONNREFUSED') return message('store_connection_refused')
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return message('store_name_unresolved')
  if (code === 'ECONNRESET' || code === 'EPIPE') return message('store_connection_lost')
  if (/CERT|TLS|SSL/.test(code)) return message('store_certificate_untrusted', { error: code })
  if (statusOf(error) !== undefined) return message('store_answer_unusable', { problem: 'not_s3' })
  return message('store_request_failed', { error: code || name || '?' })
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number }
    $response?: { statusCode?: number }
  }
  return $metadata?.httpStatusCode ?? $response?.statusCode
}
