import { expect } from 'chai'
import { type Client, type TestService, must } from '../../support/service.ts'
import type { ClientUser } from './client-runs.ts'
import { createClientScene, password } from './client-scene.ts'

describe('coffer approvals', () => {
  let service: TestService
  let user: ClientUser
  let ben: Client

  before(async () => {
    ;({ service, user } = await createClientScene())
    ben = await service.as('platform_admin')
    await service.hasTenant('acme')
    must(await ben.patch('/api/settings', { approval_actions: ['key_destruction'] }), 200)
  })

  after(async () => {
    user?.end()
    await service?.close()
  })

  const destroy = (...args: string[]) =>
    user.coffer(['customers', 'destroy-keys', 'acme', '--confirm', 'acme', ...args], password)

  it('ask for a reason, and repeat an approved action', async () => {
    const without = await destroy()
    const requested = await destroy('--approval-reason', 'Le client l’a demandé')
    const [{ id, ...row }] = JSON.parse((await user.coffer(['approvals', '--pending', '--json'])).output)
    const own = await user.coffer(['approvals', 'approve', id, '--yes'], password)
    must(await ben.post(`/api/approvals/${id}/approve`, {}), 200)
    const done = await destroy()

    expect(without.errors).to.include('Repeat the command with --approval-reason.').and.include('[approval_required]')
    expect(requested.errors).to.include('[approval_requested]')
    expect(row).to.include({ action: 'key_destruction', reason: 'Le client l’a demandé', state: 'pending' })
    expect(own.errors).to.include('[approval_own]')
    expect(done.errors).to.not.include('[')
    expect((await user.coffer(['approvals'])).output).to.match(/key_destruction +used/)
  })

  it('decide requests of others, and withdraw their own', async () => {
    const { id: globex } = await service.hasTenant('globex')
    const path = `/api/tenants/${globex}/destroy-key`
    const ask = async () => {
      const answer = await ben.post(path, { confirm: 'globex' }, { 'x-coffer-approval-reason': 'Again' })
      return answer.body.approval_id as string
    }
    const first = await ask()
    const rejected = await user.coffer(['approvals', 'reject', first, '--note', 'Not now'])
    const approved = await user.coffer(['approvals', 'approve', await ask(), '--yes'], password)
    const unknown = await user.coffer(['approvals', 'withdraw', 'something'])

    expect(rejected.errors).to.include('rejected')
    expect(must(await ben.get(`/api/approvals/${first}`), 200)).to.include({ state: 'rejected', note: 'Not now' })
    expect(approved.errors).to.include('Again').and.include(`POST ${path}`)
    expect(unknown.errors).to.include('[name_not_found]')
  })
})
