import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { type Client, type TestService, startTestService } from '../../../support/service.ts'
import { shortIntervals } from '../../../support/short-intervals.ts'
import { type FullScene, createFullScene } from '../../../support/scene/full-scene.ts'

describe('every operation of the contract', () => {
  let service: TestService
  let admin: Client
  let customer: FullScene
  before(async () => {
    service = await startTestService()
    service.dependencies.intervals = shortIntervals
    admin = await service.as('platform_admin')
    customer = await createFullScene(service)
  })
  after(() => service.close())

  it('rejects a lone surrogate in a body, and accepts pairs in any notation', async () => {
    const bodies = ['"\\ud83d"', '"\\uDC00x"', '"\\\\ud83d"', '"\\ud83d\\ude00"', '"\\uD83D\\uDE01"']
    const statuses: number[] = []
    for (const [at, name] of bodies.entries()) {
      const body = `{"slug":"whole-${at}","name":${name}}`
      statuses.push((await admin.send('POST', `/api/agents?tenant=${customer.id}`, body, json)).status)
    }

    expect(statuses).to.deep.equal([400, 400, 201, 201, 201])
  })

  it('accepts little from an unauthenticated client, and limits a response with a thousand errors', async () => {
    const faults = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, 1])))
    const tooLong = await service.anonymous.send('POST', '/API/auth/login/', faults(2000), json)
    const login = await service.anonymous.send('POST', '/api/auth/login', faults(600), json)
    const person = await admin.send('POST', `/api/agents?tenant=${customer.id}`, faults(1000), json)

    expect([tooLong.status, login.status, person.status]).to.deep.equal([413, 422, 422])
    expect([login.body.errors.length, person.body.errors.length]).to.deep.equal([50, 50])
  })

  it('reports an unknown path with 404 and its own code, and another method with 405', async () => {
    const unknown = await admin.get('/api/nothing-here')
    const method = await admin.put('/api/devices', {})

    const withVersion = await admin.get('/api/v1/devices')
    const object = await admin.get(`/api/devices/${randomUUID()}`)

    expect([unknown.status, method.status]).to.deep.equal([404, 405])
    expect([unknown, withVersion, object].map(({ body }) => body.code)).to.deep.equal([
      'unknown_path',
      'unknown_path',
      'not_found',
    ])
    expect(withVersion.body.detail).to.include('/api/docs')
  })
})

const json = { 'content-type': 'application/json' }
