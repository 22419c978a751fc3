/** The service's answer did not come, or cannot be believed. Repeating may help. */
export class NoAnswer extends Error {
  override name = 'NoAnswer'
  /** `altered`: an answer came that the service did not sign. `aborted`: we gave the request up ourselves. */
  readonly kind: 'unreachable' | 'silent' | 'altered' | 'aborted'

  constructor(kind: NoAnswer['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** The service answered, and refused. `code` is the stable word of its problem body. */
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
 * Whether the same request may succeed later although nobody changed anything. `unsigned` too: whoever spoils the header
 * of a request's signature on the way gets a signed refusal, which is no reason to let go of a finished result.
 */
export function mayRepeat(error: unknown): boolean {
  if (error instanceof NoAnswer) return error.kind !== 'aborted'
  if (!(error instanceof Refused)) return false
  return error.status >= 500 || error.status === 429 || repeated.includes(error.code ?? '')
}

const repeated = ['replayed', 'unsigned']

/** What a failed connection means, in words for the person at the site. */
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
