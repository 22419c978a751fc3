import { expect } from 'chai'
import type { Configuration, IDToken } from 'openid-client'
import { readRefreshedClaims } from '../../../../../service/domain/inventory/single-sign-on/read-claims.ts'

const rules = {
  emailClaim: 'email',
  nameClaim: 'name',
  roleMappings: [{ claim: 'groups', value: 'admins', role: 'tenant_admin' as const }],
  domains: [],
}

/** A provider without user information. */
const configuration = { serverMetadata: () => ({ issuer: 'https://login.example.net' }) } as unknown as Configuration

function read(idToken: Record<string, unknown> | undefined) {
  const tokens = { access_token: 'a', claims: () => idToken as IDToken | undefined }
  return readRefreshedClaims(configuration, rules, tokens, 'subject')
}

describe('the claims after a refresh', () => {
  it('say nothing about the role if the provider returns no new ID token', async () => {
    expect(await read(undefined)).to.equal(null)
  })

  it('are those of the new ID token, also without groups', async () => {
    const claims = { sub: 'subject', email: 'bo@example.net' }

    expect(await read(claims)).to.deep.equal(claims)
  })

  it('are never those of another subject', async () => {
    const failure = await read({ sub: 'other', email: 'bo@example.net', groups: ['admins'] }).catch(String)

    expect(failure).to.equal('Error: the new ID token is of another subject')
  })
})
