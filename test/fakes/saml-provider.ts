import { randomUUID } from 'node:crypto'
import * as samlify from 'samlify'
import { SignedXml } from 'xml-crypto'
import { makeCertificate } from '../support/certificate.ts'

/** A user of the provider. */
export interface SamlUser {
  nameId: string
  /** Of the NameID; default: persistent. */
  format?: 'persistent' | 'transient'
  /** Default: now. */
  authenticatedAt?: Date
  attributes: Record<string, string | string[]>
}

/** How a response differs from the usual one. */
export interface ResponseOptions {
  /** Changes the XML before it is signed. */
  change?: (xml: string) => string
  /** Default: the assertion. */
  signed?: 'assertion' | 'response' | 'nothing'
  key?: string
  algorithms?: { signature: string; digest: string }
}

/** A response, and what a browser sends. */
export interface SamlAnswer {
  xml: string
  relayState: string
  /** Where the form is sent. */
  address: string
}

export type FakeSamlProvider = ReturnType<typeof createSamlProvider>

export const sha256 = {
  signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  digest: 'http://www.w3.org/2001/04/xmlenc#sha256',
}
export const sha1 = {
  signature: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
}

const canonical = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature'
const entityId = 'https://idp.example.net/metadata'
const entryPoint = 'https://idp.example.net/sso?tenant=7'

samlify.setSchemaValidator({ validate: () => Promise.resolve('not validated') })

/**
 * Creates a SAML provider of the library samlify, which reads our requests and our metadata, and signs responses. It has
 * no server: the test carries what a browser would.
 * @param readMetadata returns the metadata of Coffer at an address
 */
export function createSamlProvider(readMetadata: (address: string) => Promise<string>, now: () => Date) {
  const certificate = makeCertificate({ rsaBits: 2048 })
  const provider = samlify.IdentityProvider({
    entityID: entityId,
    signingCert: certificate.cert,
    privateKey: certificate.key,
    requestSignatureAlgorithm: sha256.signature,
    wantAuthnRequestsSigned: false,
    isAssertionEncrypted: false,
    singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: entryPoint }],
    loginResponseTemplate: { context: samlify.SamlLib.defaultLoginResponseTemplate.context, attributes: [] },
  })

  /** Logs in a user who comes with our request. Without options, samlify signs the response. */
  async function logIn(url: string, user: SamlUser, options?: ResponseOptions): Promise<SamlAnswer> {
    const query = Object.fromEntries(new URL(url).searchParams)
    const request = await provider.parseLoginRequest(samlify.ServiceProvider({ entityID: 'unknown' }), 'redirect', {
      query,
    })
    const address = String(request.extract['issuer'])
    const receiver = samlify.ServiceProvider({ metadata: await readMetadata(address) })
    const { id } = request.extract['request'] as { id: string }
    const unsigned = writeResponse({ user, requestId: id, address, now: now() })
    const relayState = query['RelayState']!
    if (options) return { xml: sign(unsigned, { key: certificate.key, ...options }), relayState, address }
    const made = await provider.createLoginResponse(
      receiver,
      { extract: request.extract },
      'post',
      { email: user.nameId },
      () => {
        return { id: 'unused', context: unsigned }
      },
    )
    return { xml: Buffer.from(String(made.context), 'base64').toString(), relayState, address }
  }
  return { entityId, entryPoint, certificate, metadata: provider.getMetadata(), logIn }
}

interface ResponseFacts {
  user: SamlUser
  requestId: string
  address: string
  now: Date
}

function writeResponse({ user, requestId, address, now }: ResponseFacts): string {
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString()
  const issuer = `<saml:Issuer>${entityId}</saml:Issuer>`
  const { format = 'persistent', authenticatedAt = now } = user
  const statement = Object.entries(user.attributes).map(([name, value]) => {
    const values = [value].flat().map((text) => `<saml:AttributeValue>${escapeText(text)}</saml:AttributeValue>`)
    return `<saml:Attribute Name="${name}">${values.join('')}</saml:Attribute>`
  })
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}" Destination="${address}" InResponseTo="${requestId}">${issuer}<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status><saml:Assertion ID="_${randomUUID()}" Version="2.0" IssueInstant="${at(0)}">${issuer}<saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:${format}">${escapeText(user.nameId)}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(300)}" Recipient="${address}" InResponseTo="${requestId}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(0)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${address}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${authenticatedAt.toISOString()}" SessionIndex="_session-1"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>${statement.join('')}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
}

/** Changes a response, then signs it. */
export function sign(
  xml: string,
  { change = (text) => text, signed = 'assertion', key = '', algorithms = sha256 }: ResponseOptions,
): string {
  const changed = change(xml)
  if (signed === 'nothing') return changed
  const element = signed === 'assertion' ? "//*[local-name(.)='Assertion']" : "/*[local-name(.)='Response']"
  const signature = new SignedXml({
    privateKey: key,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: canonical,
  })
  signature.addReference({ xpath: element, transforms: [enveloped, canonical], digestAlgorithm: algorithms.digest })
  const location = { reference: `${element}/*[local-name(.)='Issuer']`, action: 'after' as const }
  signature.computeSignature(changed, { prefix: 'ds', location })
  return signature.getSignedXml()
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
