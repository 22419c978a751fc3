/** Why a SAML document is not accepted, for the log of the service. */
export type SamlRejection =
  | 'algorithm'
  | 'assertion count'
  | 'audience'
  | 'certificate'
  | 'confirmation'
  | 'document'
  | 'expired'
  | 'in response to'
  | 'issuer'
  | 'name id'
  | 'not yet valid'
  | 'recipient'
  | 'signature'

/** A SAML document that is not accepted. */
export class SamlRejected extends Error {
  readonly reason: SamlRejection

  constructor(reason: SamlRejection) {
    super(`a SAML document was rejected: ${reason}`)
    this.reason = reason
  }
}
