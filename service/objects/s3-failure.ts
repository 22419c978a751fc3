import { StoreUnreachable } from './object-store.ts'

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

/**
 * Returns the error as StoreUnreachable, with advice for known codes. It quotes nothing of the response's text: stores
 * put keys, signatures and addresses in it.
 */
export function asStoreUnreachable(doing: string, error: unknown): StoreUnreachable {
  if (error instanceof StoreUnreachable) return error
  const rejection = parseRejection(error)
  if (rejection) {
    const { status, code } = rejection
    const advice = advices[code] ?? advices[status]
    return new StoreUnreachable(`${doing}: it answered ${status}${code && ` ${code}`}${advice ? `: ${advice}` : ''}`)
  }
  return new StoreUnreachable(`${doing}: ${withoutAnswer(error)}`)
}

/** Runs requests and throws each of their errors as StoreUnreachable. `doing` begins its text: `reading`. */
export async function wrapFailures<T>(doing: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asStoreUnreachable(doing, error)
  }
}

const advices: Record<string, string> = {
  InvalidAccessKeyId: 'it does not know the access key',
  SignatureDoesNotMatch: 'the secret is not the one of the access key',
  AuthorizationHeaderMalformed: 'check the region',
  PermanentRedirect: 'the bucket is elsewhere: check address and region',
  NoSuchBucket: 'there is no such bucket',
  RequestTimeTooSkewed: 'the clocks differ',
  InvalidObjectState: 'the object is in an archive tier, where it cannot be read',
  QuotaExceeded: 'the quota is used up',
  301: 'the bucket is elsewhere: check address and region',
  403: 'the access key may not do this',
}

function withoutAnswer(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'it did not answer in time'
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'its name could not be resolved'
  if (code === 'ECONNRESET' || code === 'EPIPE') return 'the connection was lost'
  if (/CERT|TLS|SSL/.test(code)) return `its certificate is not trusted (${code})`
  if (statusOf(error) !== undefined) return 'what it answered is not what S3 answers'
  return `the request failed (${code || name || 'unknown error'})`
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { $metadata, $response } = error as {
    $metadata?: { httpStatusCode?: number }
    $response?: { statusCode?: number }
  }
  return $metadata?.httpStatusCode ?? $response?.statusCode
}
