import { expect } from 'chai'
import { ExclusiveCanonicalization } from 'xml-crypto'
import { SamlRejected } from '../../../../../service/domain/inventory/saml/saml-rejected.ts'
import { verifyResponse } from '../../../../../service/domain/inventory/saml/verify-response.ts'
import { createSamlProvider, sign } from '../../../../fakes/saml-provider.ts'
import { buildSamlMetadata } from '../../../../../service/domain/inventory/saml/saml-address.ts'
import { buildSamlUrl } from '../../../../../service/domain/inventory/saml/build-saml-url.ts'
import { makeCertificate } from '../../../../support/certificate.ts'

const baseUrl = 'https://coffer.example.net'
const address = `${baseUrl}/api/auth/sso/saml`
const now = new Date(Date.UTC(2026, 0, 2))
const inclusive = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

describe('verify a SAML response', () => {
  const provider = createSamlProvider(
    () => buildSamlMetadata(baseUrl, null),
    () => now,
  )
  const { cert } = provider.certificate
  const others = Array.from({ length: 9 }, () => makeCertificate({ rsaBits: 2048 }).cert)
  const user = { nameId: 'bo', attributes: { groups: ['operators'] } }

  /** Nodes that were canonicalised: the work that an answer causes. */
  let canonicalised = 0
  const { processInner } = ExclusiveCanonicalization.prototype
  before(() => {
    ExclusiveCanonicalization.prototype.processInner = function (...values) {
      canonicalised += 1
      return processInner.apply(this, values)
    }
  })
  after(() => void (ExclusiveCanonicalization.prototype.processInner = processInner))
  beforeEach(() => void (canonicalised = 0))

  async function answer(groups: string[] = ['operators'], signed: 'assertion' | 'nothing' = 'assertion') {
    const settings = { entryPoint: provider.entryPoint, certificates: [cert] }
    const url = await buildSamlUrl(settings, { address, state: 's', nonce: 'n', isForced: false })
    return (await provider.logIn(url, { ...user, attributes: { groups } }, { signed })).xml
  }
  async function verify(xml: string, certificates = [cert]) {
    try {
      const expected = { issuer: provider.entityId, address, requestId: '_n', now }
      return (await verifyResponse(Buffer.from(xml).toString('base64'), certificates, expected)).kind
    } catch (error) {
      if (error instanceof SamlRejected) return error.reason
      throw error
    }
  }
  const inAssertion = (text: string) => (xml: string) => xml.replace('</saml:Conditions>', `</saml:Conditions>${text}`)
  const inSignedInfo = (text: string) => (xml: string) => xml.replace('</ds:SignedInfo>', `${text}</ds:SignedInfo>`)

  it('accepts a thousand groups, signed with the last of ten certificates', async () => {
    const groups = Array.from({ length: 1_000 }, (_, index) => `3f2504e0-4f89-11d3-9a0c-${index}`)

    const verified = await verify(await answer(groups), [...others, cert])

    expect(verified).to.equal('assertion')
    expect(canonicalised).to.be.below(5_000)
  })

  it('accepts no certificate outside its validity', async () => {
    const options = { rsaBits: 2048, notBefore: new Date(Date.UTC(2025, 0)), notAfter: new Date(Date.UTC(2026, 0)) }
    const [expired, future] = [makeCertificate(options), makeCertificate({ rsaBits: 2048, notBefore: new Date(Date.UTC(2027, 0)) })] // prettier-ignore
    const unsigned = await answer(['operators'], 'nothing')

    for (const { key, cert: own } of [expired, future]) {
      const xml = sign(unsigned, { key })
      expect([await verify(xml, [own]), await verify(xml, [own, cert])]).to.deep.equal(['certificate', 'signature'])
    }
  })

  it('computes no digest of a document whose signature is by another key', async () => {
    const xml = inAssertion('<b/>'.repeat(2_000))(await answer())
    const junk = xml.replace(/(<ds:SignatureValue>)[^<]+/, '$1AA==')

    const reasons = [await verify(junk, [cert, ...others]), await verify(xml, others)]

    expect(reasons).to.deep.equal(['signature', 'signature'])
    expect(canonicalised).to.be.below(100)
  })

  it('computes one digest of a changed document', async () => {
    const xml = inAssertion('<b/>'.repeat(2_000))(await answer())

    expect(await verify(xml, [...others, cert])).to.equal('signature')
    expect(canonicalised).to.be.below(3_000)
  })

  const names = (count: number, text: (index: number) => string) => Array.from({ length: count }, (_, at) => text(at)).join(' ') // prettier-ignore
  const refused: Record<string, [string, (xml: string) => string]> = {
    'many elements': ['document', inAssertion('<b/>'.repeat(3_000))],
    'many elements with text': ['document', inAssertion('<b>x</b>'.repeat(3_000))],
    'many attributes': ['document', inAssertion(`<b ${names(60, (at) => `a${at}=""`)}/>`)],
    'many attributes with spaces': ['document', inAssertion(`<b ${names(60, (at) => `a${at} = ''`)}/>`)],
    'many namespaces': ['document', inAssertion(`<b ${names(60, (at) => `xmlns:a${at}="u"`)}/>`)],
    'attributes of many elements': ['document', inAssertion(`<b ${names(40, (at) => `a${at}=""`)}/>`.repeat(300))],
    'many levels': ['document', inAssertion(`${'<b xmlns:a="/>">'.repeat(70)}${'</b>'.repeat(70)}`)],
    'many elements in SignedInfo': ['signature', inSignedInfo('<b/>'.repeat(60))],
    'two references': ['signature', (xml) => xml.replace(/<ds:Reference.*<\/ds:Reference>/, (own) => own + own)],
    'three transforms': ['signature', (xml) => xml.replace(/<ds:Transform [^>]+>/, (own) => own.repeat(2))],
    'an object': ['signature', (xml) => xml.replace('</ds:Signature>', '<ds:Object/></ds:Signature>')],
    'inclusive canonicalisation': [
      'algorithm',
      (xml) => xml.replace(/(CanonicalizationMethod Algorithm=")[^"]+/, `$1${inclusive}`),
    ],
    'inclusive canonicalisation of another namespace': [
      'signature',
      inSignedInfo(`<x:CanonicalizationMethod xmlns:x="urn:x" Algorithm="${inclusive}"/>`),
    ],
    'another transform': ['algorithm', (xml) => xml.replace(/(Transform Algorithm=")[^"]+/, `$1${inclusive}`)],
    'a long list of prefixes': [
      'signature',
      (xml) =>
        xml.replace(
          /(<ds:CanonicalizationMethod [^>]+)\/>/,
          `$1><c:InclusiveNamespaces xmlns:c="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="${names(200, (at) => `a${at}`)}"/></ds:CanonicalizationMethod>`,
        ),
    ],
    'a signature elsewhere': [
      'signature',
      (xml) => xml.replace(/<ds:Signature .*<\/ds:Signature>/, '<saml:Advice>$&</saml:Advice>'),
    ],
  }
  for (const [name, [reason, change]] of Object.entries(refused)) {
    it(`rejects ${name} before it canonicalises`, async () => {
      const xml = await answer()
      const changed = change(xml)
      canonicalised = 0

      expect(changed).to.not.equal(xml)
      expect([await verify(changed), canonicalised]).to.deep.equal([reason, 0])
    })
  }
})
