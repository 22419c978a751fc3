import type { LookupAddress } from 'node:dns'
import type { IncomingHttpHeaders } from 'node:http'
import type { OutboundCode } from '../../shared/messages/codes.ts'
import type { MessageOf } from '../../shared/messages/message.ts'
import { render } from '../../shared/messages/render.ts'

/** A request to an address that a user entered: an inventory to import from, or a webhook. */
export interface OutgoingRequest {
  method: 'GET' | 'POST' | 'PUT'
  /** `http:` or `https:`, without credentials. It may contain a secret: only its host is ever quoted. */
  url: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** For the whole exchange, from the name lookup to the last byte of the response; in milliseconds. */
  timeoutMs: number
  /** Maximum size of the response body in bytes. */
  maxBytes: number
  /** Whether a longer body is truncated; otherwise it is an error. */
  cutsLonger?: boolean
  signal?: AbortSignal
}

/** Any response, including a redirect, which is never followed. */
export interface OutgoingAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Why an address is not requested, or its response not used. */
export type AddressError = MessageOf<'address_not_allowed' | 'response_too_long' | 'url_has_login' | 'url_invalid'>

/**
 * Sends a request to an allowed address.
 * @throws OutgoingFailed
 */
export interface OutboundClient {
  (request: OutgoingRequest): Promise<OutgoingAnswer>
  /**
   * Returns why an address would be rejected, as far as known without a lookup; otherwise null. A name is checked by
   * its addresses, at each request.
   */
  findFault?(url: string): AddressError | null
  /**
   * Returns the addresses of a host that may be connected, for protocols other than HTTP.
   * @throws OutgoingFailed
   */
  findAddresses?(url: string, timeoutMs: number): Promise<LookupAddress[]>
}

/**
 * `url_refused`: not a valid URL for requests; `address_refused`: not allowed from here; `name_unknown`, `unreachable`,
 * `tls_failed`, `timed_out` and `too_long` may succeed later; `given_up`: the caller aborted.
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

/** Why there is no response; contains only the host of the address. */
export type OutgoingReason = AddressError | MessageOf<OutboundCode>

/** No response was received, or it is not used. */
export class OutgoingFailed extends Error {
  readonly fault: OutgoingFault
  readonly reason: OutgoingReason

  constructor(fault: OutgoingFault, reason: OutgoingReason) {
    super(render(reason, 'en'))
    this.fault = fault
    this.reason = reason
  }
}
