import path from 'node:path'
import { expect } from 'chai'
import { type ClientUser, clientUser } from './client-runs.ts'
import { type Customer, type TestService, must, startTestService } from '../../support/service.ts'

describe('coffer devices import under another customer name', () => {
  let service: TestService
  let acme: Customer
  let user: ClientUser
  before(async () => {
    service = await startTestService()
    acme = await service.hasTenant('acme')
    await service.hasTenant('brussels')
    await service.hasTenant('acme-2')
    await service.hasTenant('acme-3')
    const { id } = await acme.hasCredential({ name: 'network', password: 'hush-hush-hush' })
    await acme.hasDevice({ name: 'core-1', credential_id: id, options: { ssh_port: 2222 } })
    await acme.hasAgent({ slug: 'west', name: 'West' })
    const admin = await service.as('platform_admin')
    const email = 'ada@example.net'
    const password = 'a long enough "pass" phrase'
    must(await admin.post('/api/users', { email, name: 'Ada', role: 'platform_admin', password }), 201)
    user = clientUser({})
    await user.coffer(['login', service.url, '--email', email], `${password}\n`)
  })
  after(async () => {
    user.end()
    await service.close()
  })

  const said = async (...args: string[]) => {
    const { code, output, errors } = await user.coffer(args)
    expect(code, errors).to.equal(0)
    return output
  }
  /** Returns the export of a customer without its name. */
  const definitionOf = async (slug: string) => {
    const { customer, ...rest } = JSON.parse(await said('customers', 'export', slug, '--devices'))
    return { ...rest, customer: { ...customer, slug: null, name: null } }
  }

  it('imports an export of one customer', async () => {
    const file = path.join(user.folder, 'acme.json')
    await said('export', '--customers', '--tenant', 'acme', '--output', file)

    const report = await said('import', file, '--tenant', 'acme-2')

    expect(report).to.match(/^1 added, 0 changed, 0 unchanged, 0 rejected\n/)
    expect(report).to.include('The document is of the customer acme and was imported into acme-2.')
    expect(await definitionOf('acme-2')).to.deep.equal(await definitionOf('acme'))
  })

  it('imports one customer of a full export only with --from-customer', async () => {
    const file = path.join(user.folder, 'all.json')
    await said('export', '--customers', '--output', file)

    const report = await said('import', file, '--tenant', 'acme-3', '--from-customer', 'acme')
    const unnamed = await user.coffer(['import', file, '--tenant', 'acme-3', '--from-customer', 'nowhere'])
    const netbox = await user.coffer(['import', '--netbox', 'https://netbox.example.net', '--from-customer', 'acme'])

    expect(report).to.match(/^1 added, /)
    expect(await definitionOf('acme-3')).to.deep.equal(await definitionOf('acme'))
    expect([unnamed.code, netbox.code]).to.deep.equal([6, 2])
    expect(unnamed.errors).to.include('has no section of the customer nowhere').and.include('acme, acme-2')
  })
})
