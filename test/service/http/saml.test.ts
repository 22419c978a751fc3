import { X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { expect } from 'chai'
import {
  type FakeSamlProvider,
  type ResponseOptions,
  type SamlUser,
  createSamlProvider,
  sha1,
} from '../../fakes/saml-provider.ts'
import type { SamlRejection } from '../../../service/domain/inventory/saml/saml-rejected.ts'
import { makeCertificate } from '../../support/certificate.ts'
import { aSamlProvider, beginSaml, postResponse, samlClient, samlLogin } from '../../support/saml.ts'
import { type Client, type TestService, clientOf, must, startTestService } from '../../support/service.ts'
import { aVerifier, returnTo } from '../../support/single-sign-on.ts'

const address = 'http://localhost:8080/api/auth/sso/saml'
const minuteMs = 60_000

describe('single sign-on with SAML', () => {
  let service: TestService
  let provider: FakeSamlProvider
  let admin: Client
  /** Why responses were rejected, as logged. */
  const reasons: string[] = []
  before(async () => {
    service = await startTestService()
    provider = createSamlProvider(readMetadata, service.dependencies.now)
    service.dependencies.log.warn = ({ reason }: { reason: string }) => void reasons.push(reason)
    admin = await service.as('platform_admin')
    await save()
  })
  after(() => service.close())

  const readMetadata = async (entityId: string) => {
    const answer = await service.anonymous.get(new URL(entityId).pathname)
    expect(answer.headers.get('content-type')).to.include('application/samlmetadata+xml')
    return answer.bytes.toString()
  }
  const save = async (fields: object = {}, query = '') =>
    must(await admin.put(`/api/identity-provider${query}`, aSamlProvider(provider, fields)), 200)
  let created = 0
  function aUser({ groups = ['operators'], ...fields }: Partial<SamlUser> & { groups?: string[] } = {}): SamlUser {
    created += 1
    const attributes = { email: `saml-${created}@example.net`, name: 'Bo', groups }
    return { nameId: `subject-${created}`, ...fields, attributes: { ...attributes, ...fields.attributes } }
  }
  const me = async (client: Client) => must(await client.get('/api/auth/me'), 200)
  /** Returns the code of a login with a response that differs. */
  const codeOf = async (options: ResponseOptions, user = aUser()) =>
    (await samlLogin(service, provider, user, options)).body.code

  it('is configured with metadata or with single fields, and states what to register', async () => {
    const fromMetadata = must(await admin.get('/api/identity-provider'), 200)
    const { entryPoint, entityId, certificate } = provider
    const body = certificate.cert.replace(/-----[A-Z ]+-----|\s/g, '')
    const fields = { issuer: entityId, saml: { entry_point: entryPoint, certificates: [body] } }

    const fromFields = await save({ ...fields, session_minutes: 60 })

    const expected = { entry_point: entryPoint, certificates: [certificate.cert] }
    expect(fromMetadata).to.deep.include({ kind: 'saml', issuer: entityId, client_id: address, callback_url: address })
    expect([fromMetadata.saml, fromFields.saml]).to.deep.equal([expected, expected])
    expect([fromMetadata.session_minutes, fromFields.session_minutes]).to.deep.equal([null, 60])
    await save()
  })

  it('rejects metadata, certificates and addresses that cannot be used', async () => {
    const { entryPoint, entityId, certificate, metadata } = provider
    const inputs: Record<string, object> = {
      'saml.metadata_xml': {
        metadata_xml: metadata.replace('<EntityDescriptor', '<!DOCTYPE a [<!ENTITY b "c">]><EntityDescriptor'),
      },
      'saml.entry_point': { entry_point: 'http://idp.example.net/sso', certificates: [certificate.cert] },
      'saml.certificates': { entry_point: entryPoint },
      'saml.certificates.0': { entry_point: entryPoint, certificates: [makeCertificate().cert] },
    }

    for (const [path, saml] of Object.entries(inputs)) {
      const answer = await admin.put('/api/identity-provider', aSamlProvider(provider, { issuer: entityId, saml }))
      expect(
        answer.body.errors?.map((error: { path: string }) => error.path),
        path,
      ).to.deep.equal([path])
    }
  })

  it('creates an account with the role of the first mapping, and updates it at the next login', async () => {
    const user = aUser({ groups: ['others', 'operators'] })
    const first = await me(await samlClient(service, provider, user))
    const attributes = { email: 'bo-b@example.net', name: 'Bo B.', groups: ['operators', 'admins'] }

    const second = await me(await samlClient(service, provider, { ...user, attributes }))

    expect(first).to.include({ email: user.attributes['email'], name: 'Bo', role: 'platform_operator', sso: true })
    expect(second).to.include({ id: first.id, email: 'bo-b@example.net', name: 'Bo B.', role: 'platform_admin' })
  })

  it('accepts a signed response, and certificates in rotation', async () => {
    const next = makeCertificate({ rsaBits: 2048 })
    const { certificate, entityId, entryPoint } = provider
    const saml = { entry_point: entryPoint, certificates: [certificate.cert, next.cert] }
    await save({ issuer: entityId, saml })

    const signedResponse = await samlLogin(service, provider, aUser(), { signed: 'response' })
    const signedWithNext = await samlLogin(service, provider, aUser(), { key: next.key })

    expect([signedResponse.status, signedWithNext.status]).to.deep.equal([200, 200])
    await save()
    expect(await codeOf({ key: next.key })).to.equal('sso_answer_invalid')
  })

  it('rejects assertions that are unsigned, weakly signed, or signed by others', async () => {
    const stranger = makeCertificate({ rsaBits: 2048 })
    reasons.length = 0
    const codes = {
      unsigned: await codeOf({ signed: 'nothing' }),
      stranger: await codeOf({ key: stranger.key }),
      sha1: await codeOf({ algorithms: sha1 }),
      sha1Digest: await codeOf({
        algorithms: { signature: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', digest: sha1.digest },
      }),
    }

    expect([...new Set(Object.values(codes))]).to.deep.equal(['sso_answer_invalid'])
    expect(reasons).to.deep.equal(['signature', 'signature', 'algorithm', 'algorithm'])
  })

  it('rejects assertions that are for others, of others, or not valid now', async () => {
    const shift = (name: string, seconds: number) => (xml: string) =>
      xml.replaceAll(new RegExp(`${name}="([^"]+)"`, 'g'), (_all, at: string) => {
        return `${name}="${new Date(Date.parse(at) + seconds * 1000).toISOString()}"`
      })
    const changes: Record<string, [SamlRejection, (xml: string) => string]> = {
      audience: [
        'audience',
        (xml) => xml.replace(`<saml:Audience>${address}`, '<saml:Audience>https://other.example.net'),
      ],
      'no audience': ['audience', (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '')],
      recipient: ['recipient', (xml) => xml.replace(`Recipient="${address}"`, `Recipient="${address}/other"`)],
      destination: [
        'recipient',
        (xml) => xml.replace(`Destination="${address}"`, 'Destination="https://other.example.net"'),
      ],
      'issuer of the assertion': [
        'issuer',
        (xml) => xml.replace(/(<saml:Assertion.*?<saml:Issuer>)[^<]+/, '$1https://other.example.net'),
      ],
      'issuer of the response': [
        'issuer',
        (xml) => xml.replace(/<saml:Issuer>[^<]+/, '<saml:Issuer>https://other.example.net'),
      ],
      'another request': ['in_response_to', (xml) => xml.replaceAll(/InResponseTo="_/g, 'InResponseTo="_a')],
      'another request of the subject': ['in_response_to', (xml) => xml.replace(/(Data [^>]*InResponseTo="_)/, '$1a')],
      unsolicited: ['in_response_to', (xml) => xml.replaceAll(/ InResponseTo="[^"]+"/g, '')],
      expired: ['expired', shift('NotOnOrAfter', -361)],
      not_yet_valid: ['not_yet_valid', shift('NotBefore', 120)],
      'no bearer': ['confirmation', (xml) => xml.replace('cm:bearer', 'cm:holder-of-key')],
      'two assertions': [
        'assertion_count',
        (xml) => xml.replace(/<saml:Assertion.*<\/saml:Assertion>/, (own) => own + own.replace(/ID="_/, 'ID="_b')),
      ],
      'local time': ['document', (xml) => xml.replaceAll(/(NotOnOrAfter="[^"]+)Z"/g, '$1"')],
    }

    for (const [name, [reason, change]] of Object.entries(changes)) {
      expect([await codeOf({ change, signed: 'response' }), reasons.at(-1)], name).to.deep.equal([
        'sso_answer_invalid',
        reason,
      ])
    }
    expect(await codeOf({ change: shift('NotOnOrAfter', -330) }), 'a skew of half a minute').to.equal(undefined)
  })

  describe('a response that was changed after it was signed', () => {
    const evil = 'evil-subject'
    /** Returns copies of the assertion: the signed one, one without its signature, and one of the attacker. */
    const parts = (xml: string) => {
      const [signed = ''] = /<saml:Assertion.*<\/saml:Assertion>/.exec(xml) ?? []
      const [signature = ''] = /<ds:Signature.*<\/ds:Signature>/.exec(signed) ?? []
      const bare = signed.replace(signature, '')
      const forged = bare.replace(/subject-\d+/, evil).replace(/operators/, 'admins')
      return { signed, signature, bare, forged, own: forged.replace(/ID="_[^"]+"/, 'ID="_forged"') }
    }
    const wrappings: Record<string, (xml: string) => string> = {
      'a forged assertion before the signed one': (xml) => {
        const { signed, own } = parts(xml)
        return xml.replace(signed, own + signed)
      },
      'a forged assertion after the signed one': (xml) => {
        const { signed, own } = parts(xml)
        return xml.replace(signed, signed + own)
      },
      'the signed assertion within the signature of a forged one': (xml) => {
        const { signed, signature, bare, own } = parts(xml)
        const holder = signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)
        return xml.replace(signed, own.replace('</saml:Issuer>', `</saml:Issuer>${holder}`))
      },
      'the signed assertion within a forged one': (xml) => {
        const { signed, own } = parts(xml)
        return xml.replace(
          signed,
          own.replace('</saml:Assertion>', `<saml:Advice>${signed}</saml:Advice></saml:Assertion>`),
        )
      },
      'the signed assertion within extensions': (xml) => {
        const { signed, own } = parts(xml)
        return xml
          .replace(signed, own)
          .replace('<samlp:Status>', `<samlp:Extensions>${signed}</samlp:Extensions><samlp:Status>`)
      },
      'a forged assertion with the same id': (xml) => {
        const { signed, forged } = parts(xml)
        return xml.replace(signed, forged + signed)
      },
      'a forged assertion of another namespace': (xml) => {
        const { signed, own } = parts(xml)
        return xml.replace(
          signed,
          own.replaceAll('saml:', 'x:').replace('<x:Assertion', '<x:Assertion xmlns:x="urn:x"') + signed,
        )
      },
      'the signature of the assertion on the response': (xml) => {
        const { signed, signature, forged } = parts(xml)
        return xml.replace(signed, forged).replace('<samlp:Status>', `${signature}<samlp:Status>`)
      },
      'a changed NameID': (xml) => xml.replace(/subject-\d+/, evil),
      'a changed group': (xml) => xml.replace('operators', 'admins'),
      'a removed signature': (xml) => xml.replace(parts(xml).signature, ''),
      'a comment in the NameID': (xml) => xml.replace(/subject-/, 'subject-<!-- x -->'),
      'an instruction in the NameID': (xml) => xml.replace(/subject-/, 'subject-<?x y?>'),
      'a document type': (xml) => `<!DOCTYPE a [<!ENTITY b "c">]>${xml}`,
      'deep elements': (xml) =>
        xml.replace('<samlp:Status>', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}<samlp:Status>`),
      'no XML': () => 'not XML',
    }
    for (const [name, wrap] of Object.entries(wrappings)) {
      it(`is rejected: ${name}`, async () => {
        const { url, complete } = await beginSaml(service)
        const answer = await provider.logIn(url, aUser())

        const refused = await complete({ ...answer, xml: wrap(answer.xml) })

        expect(wrap(answer.xml)).to.not.equal(answer.xml)
        expect([refused.status, refused.body.code]).to.deep.equal([502, 'sso_answer_invalid'])
      })
    }

    it('is rejected also if the whole response was signed', async () => {
      for (const name of [
        'a forged assertion before the signed one',
        'the signed assertion within extensions',
        'a changed group',
      ]) {
        const { url, complete } = await beginSaml(service)
        const answer = await provider.logIn(url, aUser(), { signed: 'response' })

        expect((await complete({ ...answer, xml: wrappings[name]!(answer.xml) })).body.code, name).to.equal(
          'sso_answer_invalid',
        )
      }
    })
  })

  it('reads a NameID with a comment as a whole, even if the comment was signed', async () => {
    const user = aUser({ nameId: 'victim@example.net.evil.example' })
    const { url, complete } = await beginSaml(service)
    const change = (xml: string) => xml.replace('victim@example.net', 'victim@example.net<!-- x -->')

    const answer = await complete(await provider.logIn(url, user, { change }))

    expect(answer.body.code).to.equal('sso_answer_invalid')
  })

  it('is answered once, for the request of this browser', async () => {
    const [own, other] = [await beginSaml(service), await beginSaml(service)]
    const answer = await provider.logIn(own.url, aUser())
    const otherAnswer = await provider.logIn(other.url, aUser())

    const swapped = await other.complete({ ...answer, relayState: otherAnswer.relayState })
    const accepted = await own.complete(answer)
    const replayed = await postResponse(service, answer)
    const late = await beginSaml(service)
    const { relayState } = await provider.logIn(late.url, aUser())
    const reused = await late.complete({ ...answer, relayState })

    expect([swapped.body.code, accepted.status, reused.body.code]).to.deep.equal([
      'sso_answer_invalid',
      200,
      'sso_answer_invalid',
    ])
    expect(replayed.searchParams.get('sso_error')).to.equal('sso_expired')
  })

  it('is completed only by the client that began it, and at the address of its provider', async () => {
    const { id } = await service.hasTenant()
    const { url, verifier } = await beginSaml(service)
    const answer = await provider.logIn(url, aUser())

    const elsewhere = await postResponse(service, { ...answer, address: `${address}/${id}` })
    const code = (await postResponse(service, answer)).searchParams.get('sso_code')
    const stolen = await service.anonymous.post('/api/auth/sso/complete', { code, verifier: aVerifier().verifier })
    const after = await service.anonymous.post('/api/auth/sso/complete', { code, verifier })

    expect(elsewhere.searchParams.get('sso_error')).to.equal('sso_expired')
    expect([stolen.body.code, after.body.code]).to.deep.equal(['sso_expired', 'sso_expired'])
  })

  it('takes no return address from RelayState, and no form that is too large or has many fields', async () => {
    const form = (text: string) =>
      service.anonymous.send('POST', '/api/auth/sso/saml', text, {
        'content-type': 'application/x-www-form-urlencoded',
      })

    const redirected = await form('SAMLResponse=YQ%3D%3D&RelayState=https%3A%2F%2Fevil.example.net%2F')
    const twice = await form('SAMLResponse=YQ%3D%3D&RelayState=a&RelayState=b')
    const large = await form(`RelayState=a&SAMLResponse=${'A'.repeat(300_000)}`)
    const many = await form(`SAMLResponse=YQ%3D%3D&RelayState=a&${'&b'.repeat(60_000)}`)
    const missing = await form('RelayState=a')

    expect(redirected.headers.get('location')).to.equal('http://localhost:8080/?sso_error=sso_expired')
    expect([twice.status, large.status, missing.status]).to.deep.equal([422, 413, 422])
    expect(many.body.errors).to.deep.equal([
      { path: 'body', code: 'too_many_fields', params: { max: 10 }, message: 'must have at most 10 fields' },
    ])
  })

  it('reports that the provider refused, that no mapping matches, and that the NameID is not usable', async () => {
    const refuse = (xml: string) =>
      xml
        .replace(/<saml:Assertion.*<\/saml:Assertion>/, '')
        .replace(
          'status:Success"/>',
          'status:Responder"><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:AuthnFailed"/></samlp:StatusCode>',
        )
    const user = aUser({ groups: ['others'] })

    const denied = await samlLogin(service, provider, aUser(), { change: refuse, signed: 'nothing' })
    const unmapped = await samlLogin(service, provider, user)
    const transient = await samlLogin(service, provider, aUser({ format: 'transient' }))

    const [record] = must(await admin.get('/api/audit?action=auth.login&limit=1'), 200).filter(
      ({ detail }: { detail: { reason?: string } }) => detail.reason === 'sso_name_id_missing',
    )
    expect(denied.body).to.deep.include({ code: 'sso_denied', params: { reason: 'AuthnFailed' } })
    expect([unmapped.body.code, transient.body.code]).to.deep.equal(['sso_no_role', 'sso_name_id_missing'])
    expect(record.outcome).to.equal('refused')
  })

  describe('a session', () => {
    const lifetime = async (client: Client) =>
      Math.round((Date.parse((await me(client)).expires_at) - service.dependencies.now().getTime()) / 1000)
    const endsAfter = (seconds: number) => (xml: string) =>
      xml.replace(
        ' SessionIndex',
        ` SessionNotOnOrAfter="${new Date(service.dependencies.now().getTime() + seconds * 1000).toISOString()}" SessionIndex`,
      )
    const clientWith = async (options: ResponseOptions) =>
      clientOf(service.url, must(await samlLogin(service, provider, aUser(), options), 200).token)

    it('ends after five minutes, or when the provider or an administrator says so', async () => {
      const usual = await lifetime(await samlClient(service, provider, aUser()))
      await save({ session_minutes: 480 })
      const chosen = await lifetime(await samlClient(service, provider, aUser()))
      const shortened = await lifetime(await clientWith({ change: endsAfter(1800) }))
      await save()

      expect(usual).to.be.within(290, 300)
      expect(chosen).to.be.within(480 * 60 - 10, 480 * 60)
      expect(shortened).to.be.within(1790, 1800)
    })

    it('ends when an administrator changes certificates or mappings, and the audit log states them', async () => {
      await save({ session_minutes: 480 })
      const [first, second] = [
        await samlClient(service, provider, aUser()),
        await samlClient(service, provider, aUser()),
      ]
      const { entryPoint, entityId, certificate } = provider
      const saml = {
        entry_point: entryPoint,
        certificates: [certificate.cert, makeCertificate({ rsaBits: 2048 }).cert],
      }
      const isOpen = async (client: Client) => (await client.get('/api/auth/me')).status === 200
      await save({ session_minutes: 480, name: 'Another name' })
      const isKept = await isOpen(first)

      await save({ session_minutes: 480, issuer: entityId, saml })

      const [record] = must(await admin.get('/api/audit?action=identity_provider.save&limit=1'), 200)
      const afterCertificates = await isOpen(first)
      await save({
        session_minutes: 480,
        role_mappings: [{ claim: 'groups', value: 'none', role: 'platform_operator' }],
      })
      const afterMappings = await isOpen(second)
      await save()
      expect([isKept, afterCertificates, afterMappings]).to.deep.equal([true, false, false])
      expect(record.detail.certificates).to.have.length(2)
      expect(record.detail.certificates[0]).to.equal(new X509Certificate(certificate.cert).fingerprint256)
      expect(record.detail.changed).to.include('settings')
    })

    it('is confirmed at the provider, which is told to ask for the login again', async () => {
      const user = aUser({ groups: ['admins'] })
      const client = await samlClient(service, provider, user)
      const confirm = async (as: SamlUser) => {
        const { verifier, challenge } = aVerifier()
        const body = { challenge, return_to: returnTo }
        const { url } = must(await client.post('/api/auth/sso/confirmation', body), 200)
        const answer = await provider.logIn(url, as)
        const code = (await postResponse(service, answer)).searchParams.get('sso_code')
        return { url, answer: await client.post('/api/auth/sso/confirmation/complete', { code, verifier }) }
      }
      const long = new Date(service.dependencies.now().getTime() - 10 * minuteMs)

      const remembered = await confirm({ ...user, authenticatedAt: long })
      const other = await confirm(aUser({ groups: ['admins'] }))
      const { url, answer } = await confirm(user)

      const wanted = { name: 'program', role: 'platform_operator' }
      const { confirmation } = must(answer, 200)
      const made = await clientOf(service.url, client.token, confirmation).post('/api/auth/tokens', wanted)
      expect([remembered.answer.body.code, other.answer.body.code, made.status]).to.deep.equal([
        'sso_login_too_old',
        'sso_other_user',
        201,
      ])
      expect(requestIn(url)).to.include('ForceAuthn="true"')
    })
  })

  it('belongs to a customer by the e-mail domain, with an address of its own', async () => {
    const customer = await service.hasTenant()
    const domain = `${customer.slug}.example.org`
    const mappings = [{ claim: 'groups', value: 'staff', role: 'tenant_admin' }]
    await save({ email_domains: [domain], role_mappings: mappings }, `?tenant=${customer.id}`)
    const user = aUser({ groups: ['staff'], attributes: { email: `bo@${domain}`, groups: ['staff'] } })
    const stranger = aUser({ groups: ['staff'] })
    const body = { email: `bo@${domain}` }

    const own = must(await samlLogin(service, provider, user, undefined, body), 200)
    const other = await samlLogin(service, provider, stranger, undefined, body)
    const { url } = await beginSaml(service, body)

    expect(await me(clientOf(service.url, own.token))).to.include({ tenant_id: customer.id, role: 'tenant_admin' })
    expect(other.body.code).to.equal('sso_email_not_allowed')
    expect((await provider.logIn(url, user)).address).to.equal(`${address}/${customer.id}`)
  })

  it('gives accounts of one kind of provider to no other', async () => {
    const user = aUser()
    const client = await samlClient(service, provider, user)
    const mappings = [{ claim: 'groups', value: 'admins', role: 'platform_admin' }]
    const oidc = { name: 'Other', issuer: provider.entityId, client_id: 'coffer', role_mappings: mappings }
    must(await admin.put('/api/identity-provider', oidc), 200)

    await save()

    expect((await client.get('/api/auth/me')).status).to.equal(401)
    expect((await samlLogin(service, provider, user)).body.code).to.equal('sso_email_taken')
  })

  it('tests the certificates and tries an assertion without a login', async () => {
    const { url } = await beginSaml(service)
    const { xml } = await provider.logIn(url, aUser({ groups: ['admins'] }))
    const test = must(await admin.post('/api/identity-provider/test'), 200)
    const expired = makeCertificate({ rsaBits: 2048, notAfter: new Date(Date.UTC(2001, 0)) })
    const { entityId, entryPoint } = provider
    await save({ issuer: entityId, saml: { entry_point: entryPoint, certificates: [expired.cert] } })
    const unusable = must(await admin.post('/api/identity-provider/test'), 200)
    await save()

    const tried = must(await admin.post('/api/identity-provider/dry-run', { assertion: xml }), 200)
    const unread = await admin.post('/api/identity-provider/dry-run', { assertion: '<a/>' })

    expect(test).to.include({ error: null, keys: 1, certificates_expire_at: '2049-01-01T00:00:00.000Z' })
    expect(unusable).to.deep.include({ keys: 0, certificates_expire_at: null })
    expect(unusable.error).to.include('no signing certificate is valid')
    expect(tried).to.include({ refusal: null, name: 'Bo', role: 'platform_admin' })
    expect(unread.body.errors[0]).to.include({ path: 'assertion', code: 'saml_assertion_invalid' })
  })
})

function requestIn(url: string): string {
  const encoded = new URL(url).searchParams.get('SAMLRequest') ?? ''
  return inflateRawSync(Buffer.from(encoded, 'base64')).toString()
}
