import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { createClientScene, email, password } from './client-scene.ts'
import type { Customer, TestService } from '../../support/service.ts'

const next = 'another long "pass" phrase'

describe('coffer credentials, password and customers export', () => {
  let service: TestService
  let acme: Customer
  let user: ClientUser
  before(async () => {
    ;({ service, user } = await createClientScene())
    acme = await service.hasTenant('acme')
  })
  after(async () => {
    user.end()
    await service.close()
  })

  const said = async (args: string[], input?: string) => {
    const { code, output, errors } = await user.coffer(args, input)
    expect(code, errors).to.equal(0)
    return output
  }
  const fileWith = (text: string) => {
    const file = path.join(user.folder, 'secret')
    fs.writeFileSync(file, `${text}\n`)
    return file
  }

  it('changes a credential, removes one of its secrets and keeps the others', async () => {
    await acme.hasCredential({ name: 'routers', enable_secret: 'not-to-be-shown', description: 'core' })

    const edited = await said([
      ...['credentials', 'edit', 'routers', '--api-token', fileWith('token-not-to-be-shown'), '--remove'],
      ...['enable-secret', '--name', 'core routers', '--description', '', '-t', 'acme'],
    ])
    const asked = await user.atTerminal(['credentials', 'edit', 'core routers', '--password', '-'], ['typed-Secret'])
    const [credential] = JSON.parse(await said(['credentials', '-t', 'acme', '--json']))

    expect(edited).to.equal('core routers changed; it contains password, api_token\n')
    expect(asked.code, asked.errors).to.equal(0)
    expect(asked.errors).to.not.include('typed-Secret')
    expect(credential).to.deep.include({ name: 'core routers', username: 'backup', description: null })
    expect(credential.secrets_set).to.deep.equal(['password', 'api_token'])
  })

  it('rejects a change without fields, an unknown secret, and a secret both set and removed', async () => {
    const file = fileWith('x')
    const edit = (...args: string[]) => user.coffer(['credentials', 'edit', 'core routers', ...args])
    const results = [
      await edit(),
      await edit('--remove', 'pin'),
      await edit('--remove', 'password', '--password', file),
    ]

    expect(results.map(({ code }) => code)).to.deep.equal([2, 2, 2])
    expect(results.map(({ errors }) => /\[(\w+)\]$/m.exec(errors)?.[1])).to.deep.equal([
      'change_missing',
      'credential_secret_unknown',
      'options_exclusive',
    ])
  })

  it('deletes a credential after a confirmation, unless a device uses it', async () => {
    const used = await acme.hasCredential({ name: 'used' })
    await acme.hasDevice({ credential_id: used.id })

    const unasked = await user.coffer(['credentials', 'remove', 'core routers'])
    const declined = await user.atTerminal(['credentials', 'remove', 'core routers'], ['no'])
    const removed = await user.atTerminal(['credentials', 'remove', 'core routers'], ['yes'])
    const refused = await user.coffer(['credentials', 'remove', 'used', '--yes', '-t', 'acme'])
    const left = JSON.parse(await said(['credentials', '-t', 'acme', '--json']))

    expect([unasked.code, declined.code, removed.code, refused.code]).to.deep.equal([2, 6, 0, 6])
    expect(removed.errors).to.include('core routers deleted\n')
    expect(left.map(({ name }: { name: string }) => name)).to.deep.equal(['used'])
  })

  it('exports the definition of a customer, with its devices on request', async () => {
    await acme.hasDevice({ name: 'edge1' })
    const file = path.join(user.folder, 'acme.json')

    const alone = JSON.parse(await said(['customers', 'export', 'acme']))
    await said(['customers', 'export', 'acme', '--devices', '--output', file])
    const whole = JSON.parse(fs.readFileSync(file, 'utf8'))

    expect(JSON.stringify(alone)).to.include('"acme"').and.not.include('edge1')
    expect(JSON.stringify(whole)).to.include('edge1').and.not.include('not-a-secret')
  })

  it('changes the user’s own password, but not from standard input', async () => {
    const file = fileWith(next)
    const other = clientUser()
    await other.coffer(['login', service.url, '--email', email], `${password}\n`)

    const piped = await user.coffer(['password'], `${password}\n`)
    const wrong = await user.coffer(['password', '--password', file], 'not the password\n')
    const changed = await user.coffer(['password', '--password', file], `${password}\n`)
    const [mine, others] = [await user.coffer(['whoami']), await other.coffer(['whoami'])]
    const typed = await user.atTerminal(['password'], [next, password, password])
    other.end()

    expect([piped.code, wrong.code, changed.code]).to.deep.equal([2, 6, 0])
    expect(piped.errors).to.include('[second_password_missing]')
    expect(changed.errors).to.include(`password of ${email} changed`)
    expect([mine.code, others.code]).to.deep.equal([0, 3])
    expect(typed.code, typed.errors).to.equal(0)
    expect(typed.errors).to.not.include(password).and.not.include(next)
  })
})
