import type { CredentialSecrets } from '../job-spec.ts'
import type { HttpsAnswer, HttpsRequest } from '../sessions/https.ts'

/** The credentials of requests to a device's API. */
export interface ApiLogin {
  /** Returns the headers of the next request; called for each one. */
  headers(): Record<string, string>
  /** Called with each answer before its body is read: some logins are kept in cookies. */
  saw(answer: HttpsAnswer): void
  /**
   * Called when an answer reports that the login is invalid or has expired.
   * @returns whether the same request may be sent once more: never with a secret that was refused
   */
  renew(): Promise<boolean>
  /** Leaves nothing behind on the device. Never rejects. */
  end(): Promise<void>
  /** Without `end` something stays on the device that locks the account out when there is much of it. */
  leavesBehind?: true
}

export interface LoginContext {
  credential: CredentialSecrets
  /** Sends a request as it is, without the login's headers. */
  send: (request: Omit<HttpsRequest, 'limits' | 'secrets'>) => Promise<HttpsAnswer>
  /** Waits a little for a device that is starting. @returns false when it was waited for long enough */
  pause: () => Promise<boolean>
  /** From now on this value is blanked in everything that is said: for tokens that the device hands out. */
  addSecret: (value: string) => void
}

export type OpenApiLogin = (context: LoginContext) => Promise<ApiLogin>
