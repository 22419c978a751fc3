/** Why a SAML document is not accepted, for the log of the service. */
export type SamlRejection =
  | 'algorithm'
  | 'assertion_count'
  | 'audience'
  | 'certificate'
  | 'confirmation'
  | 'document'
  | 'expired'
  | 'in_response_to'
  | 'issuer'
  | 'name_id'
  | 'not_yet_valid'
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
