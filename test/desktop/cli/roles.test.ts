import { expect } from 'chai'
import { type TestService, must } from '../../support/service.ts'
import type { ClientUser } from './client-runs.ts'
import { createClientScene, password } from './client-scene.ts'

describe('coffer roles', () => {
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

  it('adds roles with permissions and sites, gives one to a user, and lists them', async () => {
    const admin = await service.as('platform_admin')
    const { id: acme } = must(await admin.get('/api/tenants'), 200)[0]
    const bo = { email: 'bo@example.net', name: 'Bo', role: 'tenant_readonly', password: 'three words, and a comma' }
    must(await admin.post(`/api/users?tenant=${acme}`, bo), 201)
    const allowed = ['--permission', 'device:read', '--permission', 'report:read']

    await user.coffer(['roles', 'add', 'Night shift', '--tenant', 'acme', ...allowed], `${password}\n`)
    await user.coffer(['roles', 'add', 'Lyon', '--tenant', 'acme', ...allowed, '--site', 'Lyon'], `${password}\n`)
    const given = await user.coffer(['users', 'edit', bo.email, '--custom-role', 'Night shift'], `${password}\n`)
    const roles = JSON.parse((await user.coffer(['roles', '--tenant', 'acme', '--json'])).output)

    expect(given.code, given.errors).to.equal(0)
    expect(roles.map(({ name }: { name: string }) => name)).to.include.members(['Night shift', 'Lyon'])
    const [{ role, role_id: roleId }] = must(await admin.get(`/api/users?tenant=${acme}`), 200).filter(
      ({ email }: { email: string }) => email === bo.email,
    )
    expect([role, roleId]).to.deep.equal([
      'tenant_custom',
      roles.find(({ name }: { name: string }) => name === 'Night shift').id,
    ])
  })

  it('limits a role of the platform to customers, and removes the limit', async () => {
    await service.hasTenant('north')
    const limits = ['--customer', 'north', '--customer', 'acme']
    const add = ['roles', 'add', 'Team North', '--permission', 'device:read', ...limits]

    const added = await user.coffer(add, `${password}\n`)
    const listed = await user.coffer(['roles'])
    const changed = await user.coffer(['roles', 'edit', 'Team North', '--unlimited', '--json'], `${password}\n`)

    expect(added.code, added.errors).to.equal(0)
    expect(listed.output).to.match(/Team North .*north, acme/)
    expect(JSON.parse(changed.output).tenant_ids).to.deep.equal([])
  })

  it('says which permission is unknown, and that a role is in use', async () => {
    const wrong = ['roles', 'add', 'Odd', '--tenant', 'acme', '--permission', 'device:fly']
    const unknown = await user.coffer(wrong, `${password}\n`)
    const used = await user.coffer(['roles', 'remove', 'Night shift', '--tenant', 'acme', '--yes'], `${password}\n`)

    expect(unknown.code).to.be.greaterThan(0)
    expect(unknown.errors).to.include('permissions.0')
    expect(used.errors).to.include('[role_in_use]')
  })
})
