import type { IncomingHttpHeaders } from 'node:http'
import type { OutboundCode } from '../../shared/messages/codes.ts'
import type { MessageOf } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'

/** A request to an address that a person named: an inventory to import from, a webhook to tell. */
export interface OutgoingRequest {
  method: 'GET' | 'POST'
  /** `http:` or `https:`, without a login. It may hold a secret: nothing quotes more of it than its host. */
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** For the whole exchange, from the name's look-up to the answer's last byte. */
  timeoutMs: number
  /** Of the answer's body. */
  maxBytes: number
  /** What is longer is cut off there; without, it is a failure. */
  cutsLonger?: boolean
  signal?: AbortSignal
}

/** Whatever was answered, also a redirect, which is never followed. */
export interface OutgoingAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Why an address is not requested, or its response not used. */
export type AddressError = MessageOf<'address_not_allowed' | 'response_too_long' | 'url_has_login' | 'url_invalid'>

/** Sends a request to where it may go. @throws OutgoingFailed */
export interface OutboundClient {
  (request: OutgoingRequest): Promise<OutgoingAnswer>
  /**
   * Returns why an address would not be asked, as far as it shows without a look-up; null where nothing speaks against
   * it yet. A name is judged by what it leads to, at each request.
   */
  findFault?(url: string): AddressError | null
}

/**
 * `url_refused` is none that we ask; `address_refused` may not be asked from here; `name_unknown`, `unreachable`,
 * `tls_failed`, `timed_out` and `too_long` may be different at another time; `given_up`: nobody waits any more.
 */
export type OutgoingFault =
  | 'url_refused'
  | 'address_refused'
  | 'name_unknown'
  | 'unreachable'
  | 'tls_failed'
  | 'timed_out'
  | 'too_long'
  | 'given_up'

/** Why no answer came, without more of the address than its host. */
export type OutgoingReason = AddressError | MessageOf<OutboundCode>

/** No answer came, or it is not used. */
export class OutgoingFailed extends Error {
  readonly fault: OutgoingFault
  readonly reason: OutgoingReason

  constructor(fault: OutgoingFault, reason: OutgoingReason) {
    super(render(reason, 'en'))
    this.fault = fault
    this.reason = reason
  }
}
