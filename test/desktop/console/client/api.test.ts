import { expect } from 'chai'
import { type Api, ApiProblem, createApi } from '../../../../desktop/console/client/api.ts'
import { type TestService, startTestService } from '../../../support/service.ts'

describe('the console’s API client', () => {
  let service: TestService
  let token: string | null = null
  let api: Api
  before(async () => {
    service = await startTestService()
    api = createApi(service.url, () => token)
  })
  after(() => service.close())
  beforeEach(() => {
    token = null
  })

  it('sends the current token and returns typed responses', async () => {
    token = (await service.as('platform_admin')).token
    const made = await api.POST('/api/tenants', { body: { slug: 'acme', name: 'Acme' } })
    const list = await api.GET('/api/tenants', { params: { query: { limit: 10 } } })

    expect(made.data?.slug).to.equal('acme')
    expect(list.data?.map(({ slug }) => slug)).to.deep.equal(['acme'])
  })

  it('throws the complete problem that the service returns', async () => {
    const failure = await api.GET('/api/devices').catch((error: unknown) => error)

    expect(failure).to.be.instanceOf(ApiProblem)
    expect((failure as ApiProblem).problem).to.include({ status: 401, title: 'Not authenticated' })
    expect((failure as ApiProblem).problem.request_id).to.be.a('string').that.is.not.empty
  })

  it('distinguishes an unreachable service from an error response', async () => {
    const nowhere = createApi('http://127.0.0.1:9', () => null)

    const failure = await nowhere.GET('/health').catch((error: unknown) => error)

    expect((failure as ApiProblem).problem.status).to.equal(0)
  })
})
