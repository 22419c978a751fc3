import { expect } from 'chai'
import {
  isFactorVerified,
  readAuthenticationFacts,
} from '../../../../../service/domain/inventory/single-sign-on/verified-factors.ts'

const saml = 'urn:oasis:names:tc:SAML:2.0:ac:classes:'

describe('the second factor of a login at a provider', () => {
  const cases: [string, object, boolean][] = [
    ['a provider that states nothing', {}, true],
    ['mfa', { amr: ['pwd', 'mfa'] }, true],
    ['a password and a one-time code', { amr: ['pwd', 'otp'] }, true],
    ['a key and a fingerprint', { amr: ['hwk', 'fpt'] }, true],
    ['a password', { amr: ['pwd'] }, false],
    ['a password and a PIN', { amr: ['pwd', 'pin'] }, false],
    ['a key', { amr: ['hwk', 'pop'] }, false],
    ['methods that Coffer does not know', { amr: ['wia'] }, true],
    ['an unknown acr', { acr: 'urn:example:loa-3' }, true],
    ['acr 0', { acr: '0' }, false],
    ['an acr against phishing', { acr: 'phr' }, true],
    ['a password and an acr against it', { amr: ['pwd'], acr: 'https://refeds.org/profile/mfa' }, true],
    ['a claim that is no text', { amr: [{ pwd: true }, 7] }, true],
    ['several methods at Entra ID', { 'http://schemas.microsoft.com/claims/authnmethodsreferences': ['http://schemas.microsoft.com/claims/multipleauthn'] }, true], // prettier-ignore
  ]
  for (const [name, claims, isVerified] of cases) {
    it(`${isVerified ? 'is' : 'is not'} verified by ${name}`, () => {
      const provider = { verifiesSecondFactor: true, factorValues: null }

      expect(isFactorVerified(provider, readAuthenticationFacts({ ...claims }))).to.equal(isVerified)
    })
  }

  it('is not verified by the class of a password in SAML', () => {
    const provider = { verifiesSecondFactor: true, factorValues: null }

    expect(isFactorVerified(provider, [`${saml}PasswordProtectedTransport`])).to.equal(false)
    expect(isFactorVerified(provider, [`${saml}unspecified`])).to.equal(true)
  })

  it('needs one of the accepted values if there are some, and a provider that verifies it', () => {
    const provider = { verifiesSecondFactor: true, factorValues: [`${saml}TimeSyncToken`] }

    expect(isFactorVerified(provider, [`${saml}TimeSyncToken`])).to.equal(true)
    expect([isFactorVerified(provider, []), isFactorVerified(provider, ['mfa'])]).to.deep.equal([false, false])
    expect(isFactorVerified({ verifiesSecondFactor: false, factorValues: null }, ['mfa'])).to.equal(false)
  })
})
