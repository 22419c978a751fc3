import type { CredentialSecrets } from '../../job-spec.ts'
import type { HttpsAnswer, HttpsRequest } from '../../sessions/https.ts'

/** The login of requests to a device's API. */
export interface ApiLogin {
  /** Returns the headers of the next request. Called for each request. */
  headers(): Record<string, string>
  /** Called with each answer before its body is read: some logins use cookies. */
  saw(answer: HttpsAnswer): void
  /**
   * Called when an answer reports that the login is invalid or has expired.
   * @returns whether the same request may be sent once more; never with a secret that was refused
   */
  renew(): Promise<boolean>
  /** Removes the login from the device. Never rejects. */
  end(): Promise<void>
  /** Without `end`, something stays on the device that locks the account out when it accumulates. */
  leavesBehind?: true
}

export interface LoginContext {
  credential: CredentialSecrets
  /** Sends a request without the login's headers. */
  send: (request: Omit<HttpsRequest, 'limits' | 'secrets'>) => Promise<HttpsAnswer>
  /** Waits for a device that is starting. @returns false if the total wait is exceeded */
  pause: () => Promise<boolean>
  /** Masks this value in all later messages and logs: for tokens that the device issues. */
  addSecret: (value: string) => void
}

export type OpenApiLogin = (context: LoginContext) => Promise<ApiLogin>
