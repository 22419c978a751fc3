import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import type { CertificateTrouble, SavedConnection } from '../../../desktop/bridge.ts'
import { checkCertificate } from '../../../desktop/main/certificates.ts'
import { createReachServices, type ReachOptions } from '../../../desktop/main/reach-services.ts'
import { session } from '../../fakes/electron.ts'
import { makeCertificate } from '../../support/certificate.ts'

describe('a service with an untrusted certificate', () => {
  const certificate = makeCertificate()
  let server: https.Server
  let connection: SavedConnection
  let heard: string[]

  beforeEach(async () => {
    heard = []
    server = https.createServer({ cert: certificate.cert, key: certificate.key }, (req, res) => {
      heard.push(`${req.method} ${req.url} ${req.headers.authorization}`)
      if (req.url === '/api/moved') return res.writeHead(302, { location: 'https://elsewhere.example/' }).end()
      res.end('hello')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
    connection = { id: 'c1', name: 'Acme', url, lastUser: null, isBundled: false, pinned: null }
  })
  afterEach(() => server.close())

  function reaching() {
    const troubles: CertificateTrouble[] = []
    const reach = createReachServices({
      fromPartition: session.fromPartition as unknown as ReachOptions['fromPartition'],
      findConnection: (id) => (id === connection.id ? connection : undefined),
      onTrouble: (trouble) => troubles.push(trouble),
      now: () => new Date('2026-11-22T08:00:00Z'),
    })
    const get = (path: string) => reach.fetch(connection, path, { headers: new Headers({ authorization: 'Bearer x' }) })
    return { reach, troubles, get }
  }

  it('receives no request, and its fault is reported', async () => {
    const { get, reach, troubles } = reaching()

    expect(await get('/api/x').catch((error: Error) => error.message)).to.include('CERT')

    expect(heard).to.deep.equal([])
    expect(reach.troubleOf('c1')).to.deep.equal(troubles[0])
    expect(troubles[0]).to.deep.include({
      connectionId: 'c1',
      host: '127.0.0.1',
      problem: 'unknown-issuer',
      subject: 'test device',
      issuer: 'test device',
      validTo: '2049-01-01T00:00:00.000Z',
      fingerprint: certificate.fingerprint,
      pinnedBefore: null,
      mayPin: true,
    })
  })

  it('is reached once the user has pinned its certificate', async () => {
    const { get, reach } = reaching()
    await get('/api/x').catch(() => undefined)

    connection = { ...connection, pinned: certificate.fingerprint }
    reach.forget('c1')

    expect(await (await get('/api/x')).text()).to.equal('hello')
    expect(reach.troubleOf('c1')).to.equal(null)
  })

  it('is not reached when another certificate is pinned, and the old pin is reported', async () => {
    const other = makeCertificate().fingerprint
    connection = { ...connection, pinned: other }
    const { get, troubles } = reaching()

    await get('/api/x').catch(() => undefined)

    expect(heard).to.deep.equal([])
    expect(troubles[0]?.pinnedBefore).to.equal(other)
  })

  it('receives no token after a redirect elsewhere', async () => {
    connection = { ...connection, pinned: certificate.fingerprint }
    const { get } = reaching()

    expect(await get('/api/moved').catch(() => 'refused')).to.equal('refused')
    expect(heard).to.deep.equal(['GET /api/moved Bearer x'])
  })

  it('has its fault named, and cannot be pinned if it is revoked', () => {
    const now = new Date('2026-11-22T08:00:00Z')
    const check = (verificationResult: string, data = certificate.cert, pinned: string | null = null) => {
      const request = { hostname: 'host', certificate: { data }, verificationResult }
      const decision = checkCertificate({ ...connection, pinned }, request, now)
      return decision.trusted ? 'trusted' : `${decision.trouble.problem} ${decision.trouble.mayPin}`
    }
    const later = makeCertificate({ notBefore: new Date('2027-01-01'), notAfter: new Date('2028-01-01') }).cert

    expect(check('net::OK')).to.equal('trusted')
    expect(check('net::ERR_CERT_COMMON_NAME_INVALID')).to.equal('wrong-name true')
    expect(check('net::ERR_CERT_DATE_INVALID')).to.equal('expired true')
    expect(check('net::ERR_CERT_DATE_INVALID', later)).to.equal('not-yet-valid true')
    expect(check('CERT_REVOKED', certificate.cert, certificate.fingerprint)).to.equal('revoked false')
  })
})
