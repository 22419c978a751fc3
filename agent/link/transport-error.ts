/** The service's answer did not arrive or is not authentic. A retry may help. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** `altered`: the answer has no valid signature. `aborted`: the client cancelled the request. */
  readonly kind: 'unreachable' | 'silent' | 'altered' | 'aborted'

  constructor(kind: NoAnswer['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The service refused the request. `code` is the stable code of its problem body. */
export class Refused extends Error {
  override name = 'Refused'
  readonly status: number
  readonly code: string | undefined
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    const words = [body['title'], body['detail']].filter((word) => typeof word === 'string').join(': ')
    super(`the service refused (${status}${words ? `, ${words}` : ''})`)
    this.status = status
    this.code = typeof body['code'] === 'string' ? body['code'] : undefined
    this.body = body
  }
}

/**
 * Whether the same request may succeed later without any change. Includes `unsigned`: if the signature header is
 * altered in transit, the refusal is signed, and a finished result must not be discarded for it.
 */
export function mayRepeat(error: unknown): boolean {
  if (error instanceof NoAnswer) return error.kind !== 'aborted'
  if (!(error instanceof Refused)) return false
  return error.status >= 500 || error.status === 429 || repeated.includes(error.code ?? '')
}

const repeated = ['replayed', 'unsigned']

/** Describes a failed connection for the local administrator. */
export function explainConnection(error: unknown, host: string): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `the name ${host} cannot be resolved: check it, and the DNS`
  if (code === 'ECONNREFUSED') return `${host} refuses the connection: check the port, and that the service runs`
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return `${host} cannot be reached: check route, firewall and proxy`
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return `the certificate of ${host} is not valid now: check the clock of this computer, then the certificate`
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return `the certificate of ${host} is for another name: ${message}`
  if (/CERT|SELF_SIGNED|ISSUER|VERIFY/.test(code)) {
    return `the certificate of ${host} is not trusted (${code}): give the authority that signed it in BKP_AGENT_CA_FILE`
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return `${host} does not speak TLS there (${code}): check http or https, and the port`
  }
  return `no connection with ${host}: ${message}`
}
