import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'chai'
import { type ApiDescription, selectRequestContract } from '../../../service/http/request-contract.ts'
import { must, startTestService } from '../../support/service.ts'

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: string) => ({ 'application/json': { schema: schema(name) } })

const description: ApiDescription = {
  paths: {
    '/things': {
      post: {
        parameters: [{ name: 'order', schema: schema('Order') }],
        requestBody: { content: json('NewThing') },
        responses: {
          201: { description: 'ok', headers: { ETag: {} }, 'x-location': '/things/{id}', content: json('Thing') },
          400: { $ref: '#/components/responses/Problem' },
        },
      },
    },
  },
  webhooks: { changed: { post: { requestBody: { content: json('Notification') } } } },
  components: {
    responses: { Problem: { description: 'a problem', content: json('Problem') } },
    schemas: {
      Order: { type: 'string' },
      NewThing: { type: 'object', properties: { part: schema('Part'), itself: schema('NewThing') } },
      Part: { type: 'string' },
      Thing: { type: 'object', properties: { state: schema('State') } },
      State: { type: 'string' },
      Problem: { type: 'object' },
      Notification: { type: 'object' },
    },
  },
}

describe('the part of the contract that validates requests', () => {
  it('has the schemas of bodies and parameters, and not those of responses and webhooks', () => {
    const { schemas } = selectRequestContract(description).components

    expect(Object.keys(schemas)).to.have.members(['Order', 'NewThing', 'Part'])
  })

  it('keeps status codes and headers of responses, and leaves the description unchanged', () => {
    const before = structuredClone(description)

    const { paths, components } = selectRequestContract(description)

    expect(paths['/things']!['post']).to.deep.include({
      responses: {
        201: { description: 'ok', headers: { ETag: {} }, 'x-location': '/things/{id}' },
        400: { $ref: '#/components/responses/Problem' },
      },
    })
    expect(components.responses).to.deep.equal({ Problem: { description: 'a problem' } })
    expect(description).to.deep.equal(before)
  })

  it('lacks most schemas of the real contract', () => {
    const contract = path.join(import.meta.dirname, '../../../shared/contract/openapi.json')
    const whole: ApiDescription = JSON.parse(fs.readFileSync(contract, 'utf8'))

    const { schemas } = selectRequestContract(whole).components

    expect(schemas).to.include.keys('NewDevice', 'NewCredential')
    expect(schemas).not.to.have.any.keys('Device', 'Problem')
  })

  it('is what a service without validation of responses applies', async () => {
    const service = await startTestService({ validateResponses: false })
    const admin = await service.as('platform_admin')

    const created = await admin.post('/api/tenants', { slug: 'north', name: 'North' })
    const wrong = await admin.post('/api/tenants', { slug: 'N N', name: 1, extra: true })
    const read = must(await admin.get(`/api/tenants/${created.body.id}`), 200)
    await service.close()

    expect(created.status).to.equal(201)
    expect(created.headers.get('location')).to.equal(`/api/tenants/${created.body.id}`)
    expect(wrong.status).to.equal(422)
    expect(wrong.body.errors.map((error: { path: string }) => error.path)).to.have.members(['slug', 'name', 'extra'])
    expect(read.slug).to.equal('north')
  })
})
