import { expect } from 'chai'
import {
  type Credential,
  bodyOf,
  changeOf,
  doubtsOf,
  kindOf,
  shownSecrets,
  valuesOf,
} from '../../../../../desktop/console/features/credentials/credential-values.ts'

const routers = {
  name: 'routers',
  username: 'backup',
  description: null,
  secrets_set: ['password', 'enable_secret'],
} as unknown as Credential

describe('the credential form', () => {
  it('begins without secrets, with the kind of the stored ones', () => {
    expect(Object.values(valuesOf(routers).secrets).join('')).to.equal('')
    expect(kindOf(routers)).to.equal('password')
    expect(kindOf({ secrets_set: ['api_token'] })).to.equal('token')
    expect(kindOf({ secrets_set: ['ssh_private_key', 'enable_secret'] })).to.equal('key')
    expect(kindOf({ secrets_set: ['api_token', 'password'] })).to.equal('all')
    expect(shownSecrets('token', routers.secrets_set)).to.deep.equal(['password', 'enable_secret', 'api_token'])
  })

  it('sends the secrets typed for the chosen kind', () => {
    const values = valuesOf()
    Object.assign(values, { name: ' routers ', username: ' ' })
    values.secrets.password = ' blanks count '
    values.secrets.api_token = 'of a kind that was left'

    expect(bodyOf(values, shownSecrets('password', []))).to.deep.equal({
      name: 'routers',
      username: null,
      description: null,
      password: ' blanks count ',
    })
  })

  it('sends only differences: an empty secret stays, a removed one is deleted', () => {
    const values = valuesOf(routers)
    const shown = shownSecrets('password', routers.secrets_set)

    expect(changeOf(routers, values, shown)).to.deep.equal({})
    values.removed = ['enable_secret']
    values.secrets.password = 'new'
    expect(changeOf(routers, values, shown)).to.deep.equal({ enable_secret: null, password: 'new' })
  })

  it('warns about a credential that cannot log in', () => {
    const values = valuesOf()
    expect(doubtsOf(values, [])).to.deep.equal(['no-secret'])
    values.secrets.ssh_key_passphrase = 'x'
    expect(doubtsOf(values, [])).to.deep.equal(['no-key'])
    expect(doubtsOf(values, ['ssh_private_key'])).to.deep.equal([])
    expect(doubtsOf({ ...valuesOf(), removed: ['password', 'enable_secret'] }, routers.secrets_set)).to.deep.equal([
      'no-secret',
    ])
  })
})
