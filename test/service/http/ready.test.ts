import { expect } from 'chai'
import { createStoreCheck } from '../../../service/http/store-state.ts'
import { type TestService, startTestService } from '../../support/service.ts'

describe('/ready', () => {
  let service: TestService
  let checkStore = () => Promise.resolve()
  beforeEach(async () => {
    service = await startTestService({ wrapStore: (store) => ({ ...store, check: () => checkStore() }) })
  })
  afterEach(() => service.close())

  for (const [damage, words] of [
    ['drop policy tenant on jobs', 'the table jobs lacks its policy for customers'],
    ['drop policy platform on jobs', 'the table jobs lacks its policy for the platform'],
    ['alter table jobs disable row level security', 'the table jobs has row-level security off'],
    ['create policy more on jobs using (true)', 'the table jobs is opened by the policy more'],
  ] as const) {
    it(`responds 503 and names the table after: ${damage}`, async () => {
      await service.db.owner.raw(damage)
      const answer = await service.anonymous.get('/ready')

      expect(answer.status).to.equal(503)
      expect(answer.body.isolation).to.equal(words)
    })
  }

  it('responds quickly, and stays ready, if the store never responds', async () => {
    checkStore = () => new Promise(() => {})
    const answer = await service.anonymous.get('/ready')

    expect(answer.status).to.equal(200)
    expect(answer.body.object_store).to.equal('does not answer')
  })

  it('checks the store once for concurrent requests, and again a second later', async () => {
    let asked = 0
    let at = 0
    const check = createStoreCheck({ check: async () => void (asked += 1) }, () => at)

    await Promise.all([check(), check(), check()])
    at += 999
    await check()
    const before = asked
    at += 2
    await check()

    expect([before, asked]).to.deep.equal([1, 2])
  })
})
