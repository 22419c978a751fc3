import { expect } from 'chai'
import type { Api } from '../../../../../desktop/console/client/api.ts'
import { sendReviews, sendSingleReviews } from '../../../../../desktop/console/ui/lineage/send-reviews.ts'

describe('reviews of versions', () => {
  interface Asked {
    params: { query: { tenant: string } }
    body: { version_ids: string[]; note?: string }
  }
  const sent: (Asked['body'] & { tenant: string })[] = []
  const POST = (_path: string, { params: { query }, body }: Asked) => {
    if (query.tenant === 'refused') return Promise.reject(new Error('refused'))
    sent.push({ ...query, ...body })
    return Promise.resolve({})
  }
  const api = { POST } as unknown as Api
  const versions = (tenant: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${tenant}-${at}`, tenant }))

  beforeEach(() => sent.splice(0))

  for (const [what, wanted, parts] of [
    ['in no request if there are none', [], []],
    ['in one request per customer', versions('acme', 2), ['acme 2']],
    ['in requests of the maximum size', versions('acme', 1_001), ['acme 500', 'acme 500', 'acme 1']],
    ['separately for each customer', [...versions('acme', 1), ...versions('left', 2)], ['acme 1', 'left 2']],
  ] as const) {
    it(`are sent ${what}, with their note`, async () => {
      await sendReviews(api, wanted, { note: 'fine' })

      expect(sent.map(({ tenant, version_ids }) => `${tenant} ${version_ids.length}`)).to.deep.equal(parts)
      expect(sent.every(({ note }) => note === 'fine')).to.equal(true)
    })
  }

  it('return what was saved when the service rejects the rest', async () => {
    const done: string[] = []

    const said = await sendReviews(api, [...versions('acme', 1), ...versions('refused', 1)], {}, (ids) =>
      done.push(...ids),
    ).catch((error: Error) => error.message)

    expect([said, done]).to.deep.equal(['refused', ['acme-0']])
  })

  it('of a limited role are sent one after another', async () => {
    const sentTo: string[] = []
    const POST = (
      path: string,
      { params, body }: { params: { path: { version_id: string } }; body: { note: string } },
    ) => {
      sentTo.push(`${path.replace('{version_id}', params.path.version_id)} ${body.note}`)
      return Promise.resolve({})
    }
    const done: string[] = []

    await sendSingleReviews({ POST } as unknown as Api, versions('acme', 2), { note: 'fine' }, (ids) =>
      done.push(...ids),
    )

    expect(sentTo).to.deep.equal(['acme-0', 'acme-1'].map((id) => `/api/artifacts/versions/${id}/review fine`))
    expect(done).to.deep.equal(['acme-0', 'acme-1'])
  })
})
