import { expect } from 'chai'
import { type TestService, clientOf, must } from '../../support/service.ts'
import type { ClientUser } from './client-runs.ts'
import { createClientScene, password } from './client-scene.ts'

describe('coffer service-accounts', () => {
  let service: TestService
  let user: ClientUser

  before(async () => {
    ;({ service, user } = await createClientScene())
    await service.hasTenant('acme')
  })

  after(async () => {
    user?.end()
    await service?.close()
  })

  const coffer = (...words: string[]) => user.coffer([...words, '--tenant', 'acme'], `${password}\n`)

  it('adds an account, gives it a limited token, lists and revokes it', async () => {
    const added = await coffer('service-accounts', 'add', 'monitoring', '--role', 'tenant_readonly')
    const limits = ['--permission', 'device:read', '--site', 'Lyon', '--tag', 'core', '--network', '127.0.0.0/8']
    const made = await coffer('service-accounts', 'add-token', 'monitoring', 'probe', ...limits)
    const client = clientOf(service.url, made.output.trim())
    const devices = await client.get('/api/devices')
    const listed = await coffer('service-accounts', 'tokens', 'monitoring', '--json')
    const accounts = await coffer('service-accounts')
    const [{ created_by: creator }] = JSON.parse(listed.output)
    const created = await coffer('users', 'tokens', creator.id)
    const revoked = await coffer('service-accounts', 'revoke-token', 'monitoring', 'probe')
    const ended = await client.get('/api/devices')

    expect(added.code, added.errors).to.equal(0)
    expect(made.code, made.errors).to.equal(0)
    expect(JSON.parse(listed.output)[0]).to.deep.include({
      ...{ name: 'probe', role: 'tenant_readonly', permissions: ['device:read'] },
      ...{ sites: ['Lyon'], tags: ['core'], networks: ['127.0.0.0/8'], last_used_ip: '127.0.0.1' },
    })
    expect(created.output).to.match(/monitoring@acme.service.invalid +probe/)
    expect(accounts.output).to.match(/monitoring +tenant_readonly +acme +1 +enabled/)
    expect(revoked.code, revoked.errors).to.equal(0)
    expect([devices.status, ended.status]).to.deep.equal([200, 401])
  })

  it('disables, enables, changes and removes an account', async () => {
    await coffer('service-accounts', 'add', 'deploy', '--role', 'tenant_readonly')

    const steps = [
      await coffer('service-accounts', 'disable', 'deploy'),
      await coffer('service-accounts', 'enable', 'deploy'),
      await coffer('service-accounts', 'edit', 'deploy', '--role', 'tenant_operator'),
    ]
    const admin = await service.as('platform_admin')
    const [account] = must(await admin.get('/api/service-accounts'), 200).filter(
      ({ name }: { name: string }) => name === 'deploy',
    )
    const removed = await coffer('service-accounts', 'remove', 'deploy', '--yes')
    const missing = await coffer('service-accounts', 'disable', 'deploy')

    expect(steps.map(({ code }) => code)).to.deep.equal([0, 0, 0])
    expect(account).to.include({ role: 'tenant_operator', disabled: false })
    expect(removed.code, removed.errors).to.equal(0)
    expect(missing.errors).to.include('No service account is named deploy.')
  })

  it('creates a token of the user that is limited to a site', async () => {
    const options = ['--role', 'tenant_readonly', '--permission', 'device:read', '--site', 'Lyon', '--days', '30']
    const made = await coffer('tokens', 'add', 'inventory', ...options)
    const listed = await user.coffer(['tokens', '--json'])

    expect(made.code, made.errors).to.equal(0)
    expect(JSON.parse(listed.output)[0]).to.deep.include({ name: 'inventory', sites: ['Lyon'], last_used_at: null })
  })
})
