import { codedErrors } from '../../support/field-errors.ts'
import { expect } from 'chai'
import { type Client, type Customer, type TestService, must, startTestService } from '../../support/service.ts'
import { type FullScene, createFullScene } from '../../support/scene/full-scene.ts'

describe('a filter with several values', () => {
  let service: TestService
  let stored: FullScene
  let customer: Customer
  let admin: Client
  before(async () => {
    service = await startTestService()
    admin = await service.as('platform_admin')
    stored = await createFullScene(service)
    customer = await service.hasTenant()
    await customer.hasDevice({ name: 'a', tags: ['core'], site: 'lyon' })
    await customer.hasDevice({ name: 'b', tags: ['edge', 'old'], site: 'ghent' })
    await customer.hasDevice({ name: 'c', tags: ['old'], site: 'lyon' })
    await customer.hasDevice({ name: 'd', tags: ['core', 'edge'], site: 'oslo', platform: 'netco_nxos' })
  })
  after(() => service.close())

  const names = async (query: string) =>
    must(await admin.get(`/api/devices?tenant=${customer.id}&${query}`), 200).map(({ name }: { name: string }) => name)

  it('matches devices with any of them, and joins different filters by "and"', async () => {
    expect(await names('tag=core')).to.deep.equal(['a', 'd'])
    expect(await names('tag=core&tag=edge')).to.deep.equal(['a', 'b', 'd'])
    expect(await names('tag=core&tag=edge&site=lyon&site=ghent')).to.deep.equal(['a', 'b'])
    expect(await names('platform=netco_nxos&platform=linux_server')).to.deep.equal(['d'])
    expect(await names('state=never&state=stale')).to.deep.equal(['a', 'b', 'c', 'd'])
    expect(await names('state=failed&state=stale')).to.deep.equal([])
  })

  it('applies to each page of a list', async () => {
    const first = await admin.get(`/api/devices?tenant=${customer.id}&tag=core&tag=edge&limit=2`)
    const next = first.headers.get('link')?.match(/<(.*)>/)?.[1] ?? ''
    const second = await admin.get(next)

    expect(next).to.include('tag=core&tag=edge')
    expect(second.body.map(({ name }: { name: string }) => name)).to.deep.equal(['d'])
  })

  it('applies equally to an export and a bulk change', async () => {
    const exported = must(await admin.get(`/api/devices/export?tenant=${customer.id}&tag=core&tag=edge`), 200)
    const where = `/api/devices?tenant=${customer.id}&dry_run=true`
    const filter = { tag: ['core', 'edge'], site: 'lyon' }
    const changed = must(await admin.patch(where, { filter, change: { site: 'x' } }), 200)

    expect(exported.devices.map(({ name }: { name: string }) => name)).to.deep.equal(['a', 'b', 'd'])
    expect(changed.devices.map(({ name }: { name: string }) => name)).to.deep.equal(['a'])
  })

  it('applies to runs, changes, events and audit records', async () => {
    const ids = stored.ids
    const list = async (where: string) => must(await admin.get(`${where}&tenant=${stored.id}&limit=1000`), 200)
    const device = ids['device_id']!.toUpperCase()
    const statuses = (await list(`/api/runs?status=succeeded&status=unchanged&device_id=${device}`)).map(
      ({ status }: { status: string }) => status,
    )
    const changes = await list(
      `/api/changes?key=running-config&key=startup-config&device_id=${device}&device_id=${stored.id}`,
    )
    const actions = (await list('/api/audit?action=device.create&action=credential.create')).map(
      ({ action }: { action: string }) => action,
    )
    const types = (await list('/api/events?type=run.changed&type=version.written')).map(
      ({ type }: { type: string }) => type,
    )

    expect(statuses).to.not.be.empty
    expect(new Set(statuses)).to.satisfy((all: Set<string>) => [...all].every((one) => /succeeded|unchanged/.test(one)))
    expect(changes).to.have.lengthOf(1)
    expect(new Set(actions)).to.deep.equal(new Set(['device.create', 'credential.create']))
    expect(types).to.satisfy((all: string[]) => all.every((one) => /^(run.changed|version.written)$/.test(one)))
  })

  it('is rejected with a reason if it has too many values, an unknown one, or a comma', async () => {
    const many = Array.from({ length: 25 }, (_, at) => `tag=t${at}`).join('&')
    const answers = [
      await admin.get(`/api/devices?${many}`),
      await admin.get('/api/runs?status=failed,blocked'),
      await admin.get('/api/runs?status=failed&status=lost'),
      await admin.get('/api/runs?limit=1&limit=2'),
    ]

    expect(answers.map(({ status }) => status)).to.deep.equal([422, 422, 422, 422])
    const errors = answers.map(({ body }) => codedErrors(body))
    expect(errors[0]).to.deep.equal([{ path: 'tag', code: 'given_too_often', params: { max: 20 } }])
    expect(errors[1]).to.have.length(1)
    expect(errors[1]![0]).to.include({ path: 'status', code: 'not_one_of' })
    expect(errors[2]).to.have.length(1)
    expect(errors[2]![0]).to.include({ path: 'status.1', code: 'not_one_of' })
    expect(errors[2]![0]!.params['allowed']).to.include('failed')
    expect(errors[3]).to.deep.equal([{ path: 'limit', code: 'given_more_than_once', params: {} }])
  })
})
