import { childrenNamed, elementsNamed, namespaces, parseSamlXml, readElementText } from './parse-saml-xml.ts'
import { SamlRejected } from './saml-rejected.ts'

/** How the bearer of an assertion is recognised. */
export interface BearerConfirmation {
  recipient: string | null
  inResponseTo: string | null
  notBefore: Date | null
  notOnOrAfter: Date | null
}

/** What an assertion says. Nothing of it is verified. */
export interface Assertion {
  issuer: string | null
  /** Each list is one restriction, which must contain the receiver. */
  audiences: string[][]
  notBefore: Date | null
  notOnOrAfter: Date | null
  confirmations: BearerConfirmation[]
  /** When the user logged in at the provider, in seconds since 1970. */
  authTime: number | null
  /** How the user logged in (`AuthnContextClassRef`). */
  authClass: string | null
  sessionIndex: string | null
  sessionEndsAt: Date | null
  /** The attributes by name, `NameID`, and `sub`, which is the NameID. */
  claims: Readonly<Record<string, unknown>>
}

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/**
 * Returns the only assertion in a document, which may be a response.
 * @throws SamlRejected document, assertion_count, name_id
 */
export async function readAssertionIn(xml: string): Promise<Assertion> {
  const found = elementsNamed(await parseSamlXml(xml), namespaces.assertion, 'Assertion')
  if (found.length !== 1) throw new SamlRejected('assertion_count')
  return readAssertion(found[0]!)
}

/**
 * @throws SamlRejected `name id` if the NameID is missing or transient, `document` if a time is malformed
 */
function readAssertion(element: Element): Assertion {
  const conditions = children(element, 'Conditions')
  if (conditions.length > 1) throw new SamlRejected('document')
  const [subject] = children(element, 'Subject')
  const [statement] = children(element, 'AuthnStatement')
  const authAt = timeIn(statement, 'AuthnInstant')
  return {
    issuer: readElementText(children(element, 'Issuer')[0]),
    audiences: children(conditions[0], 'AudienceRestriction').map((restriction) =>
      children(restriction, 'Audience').map((audience) => readElementText(audience) ?? ''),
    ),
    notBefore: timeIn(conditions[0], 'NotBefore'),
    notOnOrAfter: timeIn(conditions[0], 'NotOnOrAfter'),
    confirmations: children(subject, 'SubjectConfirmation')
      .filter((confirmation) => confirmation.getAttribute('Method') === bearer)
      .flatMap((confirmation) => children(confirmation, 'SubjectConfirmationData'))
      .map((data) => ({
        recipient: attributeOf(data, 'Recipient'),
        inResponseTo: attributeOf(data, 'InResponseTo'),
        notBefore: timeIn(data, 'NotBefore'),
        notOnOrAfter: timeIn(data, 'NotOnOrAfter'),
      })),
    authTime: authAt && Math.floor(authAt.getTime() / 1000),
    authClass: readElementText(children(children(statement, 'AuthnContext')[0], 'AuthnContextClassRef')[0]),
    sessionIndex: attributeOf(statement, 'SessionIndex'),
    sessionEndsAt: timeIn(statement, 'SessionNotOnOrAfter'),
    claims: readClaims(element, readSubject(subject)),
  }
}

function readSubject(subject: Element | undefined): string {
  const names = children(subject, 'NameID')
  const name = readElementText(names[0])
  if (names.length !== 1 || name === null || attributeOf(names[0], 'Format') === transient) {
    throw new SamlRejected('name_id')
  }
  return name
}

/** Attributes with the same name are one claim with all their values. */
function readClaims(element: Element, subject: string): Assertion['claims'] {
  const values = new Map<string, string[]>()
  for (const attribute of children(element, 'AttributeStatement').flatMap((own) => children(own, 'Attribute'))) {
    const name = attributeOf(attribute, 'Name')
    if (name === null) continue
    const own = children(attribute, 'AttributeValue').flatMap((value) => readElementText(value) ?? [])
    values.set(name, [...(values.get(name) ?? []), ...own])
  }
  const claims: Record<string, unknown> = Object.create(null)
  for (const [name, own] of values) claims[name] = own.length === 1 ? own[0] : own
  return Object.assign(claims, { NameID: subject, sub: subject })
}

function children(parent: Element | undefined, name: string): Element[] {
  return parent ? childrenNamed(parent, namespaces.assertion, name) : []
}

function attributeOf(element: Element | undefined, name: string): string | null {
  return element?.getAttribute(name)?.trim() || null // prettier-ignore
}

/** Times of SAML are in UTC (SAML core, section 1.3.3). */
function timeIn(element: Element | undefined, name: string): Date | null {
  const text = attributeOf(element, name)
  if (text === null) return null
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text)) throw new SamlRejected('document')
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw new SamlRejected('document')
  return time
}
