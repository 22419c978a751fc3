import { expect } from 'chai'
import { message } from '../../../shared/messages/message.ts'
import { createPanosInspector, type PanosTextKind } from '../../../shared/platforms/panos-text.ts'
import { ArtifactUnavailable } from '../../../shared/platforms/requests.ts'

const hash = '$6$salt$hash'

describe('the account check of a PAN-OS configuration', () => {
  it('reports masking when every hash is masked, with the account names', () => {
    const { metadata, warnings } = inspect(users({ admin: '********', jane: '*' }))

    expect(metadata).to.deep.equal({ masked: { accounts: ['admin', 'jane'], secrets: 0 } })
    expect(warnings).to.deep.equal([message('warning_panos_hashes_masked', { accounts: 2, names: ['admin', 'jane'] })])
  })

  it('reports no masking when one account has no password', () => {
    expect(inspect(users({ admin: hash, robot: '*' })).metadata).to.deep.equal({ accounts_without_password: ['robot'] })
  })

  it('reports no masking when all accounts without a password use a key', () => {
    expect(inspect(users({ admin: '*' }, '<public-key>a2V5</public-key>')).metadata).to.deep.equal({
      accounts_without_password: ['admin'],
    })
  })

  it('reports masking when key accounts have several asterisks or another secret is masked', () => {
    expect(inspect(users({ admin: '****' }, '<public-key>a2V5</public-key>')).metadata).to.have.property('masked')

    const withKey = users({ admin: '*' }, '<public-key>a2V5</public-key>', '<private-key>********</private-key>')
    expect(inspect(withKey).metadata).to.deep.equal({ masked: { accounts: ['admin'], secrets: 1 } })
  })

  it('reports masking when no administrator shows a login method, with the account names', () => {
    const nothing = users({ admin: hash, jane: hash }).replaceAll(/<phash>[^<]*<\/phash>/g, '<permissions/>')

    expect(inspect(nothing).metadata).to.deep.equal({ masked: { accounts: ['admin', 'jane'], secrets: 0 } })
    expect(inspect(nothing.replace('<permissions/>', `<phash>${hash}</phash>`)).metadata).to.deep.equal({
      accounts_without_password: ['jane'],
    })
  })

  for (const login of [
    '<public-key>a2V5</public-key>',
    '<authentication-profile>ldap</authentication-profile>',
    '<client-certificate-only>yes</client-certificate-only>',
  ]) {
    it(`reports no masking when an administrator without a password has ${login}`, () => {
      const text = users({ admin: hash }).replace(/<phash>[^<]*<\/phash>/, login)

      expect(inspect(text).metadata).to.deep.equal({})
    })
  }

  it('counts other masked secrets, but no value that merely contains asterisks', () => {
    const secrets = '<a><password>***</password><secret>*</secret><key>a*</key><description>***</description></a>'

    expect(inspect(users({ admin: hash }, '', secrets)).metadata).to.deep.equal({
      masked: { accounts: [], secrets: 2 },
    })
  })

  it('includes local users, and takes names literally', () => {
    const local =
      '<local-user-database><user><entry name="j&#233;r&#xF4;me &amp; co"><phash>**</phash></entry></user></local-user-database>'

    expect(inspect(users({ admin: '**' }, '', local)).metadata).to.deep.equal({
      masked: { accounts: ['admin', 'jérôme & co'], secrets: 0 },
    })
  })

  it('warns about the factory password, and quotes no hash', () => {
    const { warnings } = inspect(users({ admin: 'fnRL/G5lXVMug', jane: hash }))

    expect(warnings).to.deep.equal([message('warning_factory_password', { accounts: ['admin'] })])
  })

  it('reports a partial configuration when it has no administrators', () => {
    const { metadata } = inspect('<config version="1"><devices><entry name="l"/></devices></config>')

    expect(metadata).to.deep.equal({ partial: true })
  })

  it('reports missing privileges when it has no devices', () => {
    expect(refusalTo('<config version="1"><mgt-config><users/></mgt-config></config>')).to.equal(
      'privilege_insufficient',
    )
    expect(refusalTo('<config><devices/></config>')).to.equal('privilege_insufficient')
  })

  it('rejects a configuration of the other product', () => {
    const template = '<config version="1"><devices><entry name="l"><template/></entry></devices></config>'
    const vsys = '<config version="1"><devices><entry name="l"><vsys/></entry></devices></config>'

    expect(refusalTo(template)).to.equal('protocol_error')
    expect(refusalTo(vsys, { product: 'panorama' })).to.equal('protocol_error')
  })

  it('rejects a candidate configuration', () => {
    const edited = users({ admin: hash }).replace('<devices>', '<devices dirtyId="3">')

    expect(refusalTo(edited)).to.equal('protocol_error')
    expect(inspect(edited, { isCandidate: true }).metadata).to.deep.equal({})
  })
})

function users(hashes: Record<string, string>, beside = '', behind = ''): string {
  const entries = Object.entries(hashes).map(
    ([name, phash]) => `<entry name="${name}"><phash>${phash}</phash>${beside}</entry>`,
  )
  return `<config version="10.1.0"><mgt-config><users>${entries.join('')}</users></mgt-config>${behind}<devices><entry name="localhost.localdomain"/></devices></config>`
}

function inspect(text: string, kind: Partial<PanosTextKind> = {}) {
  const inspector = createPanosInspector({ product: 'firewall', isCandidate: false, facts: {}, ...kind })
  for (let at = 0; at < text.length; at += 5) inspector.push(Buffer.from(text.slice(at, at + 5)))
  return inspector.end()
}

function refusalTo(text: string, kind: Partial<PanosTextKind> = {}): string {
  try {
    inspect(text, kind)
  } catch (error) {
    if (error instanceof ArtifactUnavailable && error.why.kind === 'failed') return error.why.code
    throw error
  }
  return 'none'
}
