import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'chai'
import { platforms } from '../../../shared/platforms/registry.ts'
import { type TestService, must, startTestService } from '../../support/service.ts'

describe('platforms', () => {
  let service: TestService
  before(async () => {
    service = await startTestService()
  })
  after(() => service.close())

  it('are those of the registry, with what a form needs to know', async () => {
    const reader = await (await service.hasTenant()).as('tenant_readonly')

    const listed = must(await reader.get('/api/platforms'), 200)

    expect(listed.map((one: { id: string }) => one.id)).to.deep.equal(platforms.map(({ id }) => id))
    for (const platform of listed) {
      expect(platform.transports).to.include(platform.preferred)
      expect(platform.artifacts).not.to.be.empty
      expect(() => new Ajv2020().compile(platform.options_schema)).not.to.throw()
    }
    expect(listed.find((one: { id: string }) => one.id === 'linux_server')).to.deep.include({
      transports: ['ssh'],
      artifacts: [{ key: 'filetree', kind: 'blob', transports: ['ssh'], restorable_over: [] }],
    })
  })

  it('are hidden from unauthenticated clients', async () => {
    expect((await service.nobody.get('/api/platforms')).status).to.equal(401)
  })
})
