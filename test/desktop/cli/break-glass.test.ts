import { expect } from 'chai'
import { allowBreakGlass, registerCopy } from '../../support/break-glass.ts'
import type { Customer, TestService } from '../../support/service.ts'
import type { ClientUser } from './client-runs.ts'
import { createClientScene, email } from './client-scene.ts'

describe('coffer break-glass', () => {
  let service: TestService
  let user: ClientUser
  let acme: Customer

  before(async () => {
    ;({ service, user } = await createClientScene())
    acme = await service.hasTenant('acme')
    await allowBreakGlass(service)
  })

  after(async () => {
    user?.end()
    await service?.close()
  })

  const coffer = (...args: string[]) => user.coffer([...args, '-t', 'acme'])

  it('lists copies of all users, and revokes one', async () => {
    await acme.hasDevice({ site: 'Ghent' })
    await registerCopy(await acme.as('tenant_operator'), { computer: 'anna-laptop', sites: ['Ghent'] })
    const listed = await coffer('break-glass', 'list')
    const revoked = await coffer('break-glass', 'revoke', 'anna-laptop', '--yes')
    const [after] = JSON.parse((await coffer('break-glass', 'list', '--json')).output)

    expect(listed.output).to.match(/anna-laptop +tenant_operator-\S+ +Ghent +active +0/)
    expect(revoked.errors).to.include('copy on anna-laptop revoked')
    expect(after).to.include({ computer: 'anna-laptop', state: 'revoked', revoked_by: email })
  })

  it('says that no active copy is on a computer', async () => {
    const unknown = await coffer('break-glass', 'revoke', 'nowhere', '--yes')

    expect(unknown.code).to.equal(5)
    expect(unknown.errors).to.include('[name_not_found]')
  })
})
