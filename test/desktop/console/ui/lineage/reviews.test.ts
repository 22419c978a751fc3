import { expect } from 'chai'
import type { Api } from '../../../../../desktop/console/client/api.ts'
import { useSession } from '../../../../../desktop/console/client/session.ts'
import { useReviews } from '../../../../../desktop/console/ui/lineage/useReviews.ts'
import { openHeadlessPage } from '../../../../support/headless-page.ts'

describe('reviews of versions', () => {
  async function open(refuses: (tenant: string) => boolean = () => false) {
    const sent: { tenant: string; ids: number; note?: string }[] = []
    const page = await openHeadlessPage(() => {
      const POST = (_path: string, asked: { params: { query: { tenant: string } }; body: Record<string, unknown> }) => {
        const { tenant } = asked.params.query
        if (refuses(tenant)) return Promise.reject(new Error('refused'))
        const { version_ids: ids, ...words } = asked.body as { version_ids: string[] }
        sent.push({ tenant, ids: ids.length, ...words })
        return Promise.resolve({})
      }
      useSession().api = { POST } as unknown as Api
      return useReviews()
    })
    return { ...page, reviews: page.used, sent }
  }
  const versions = (tenant: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: `${tenant}-${at}`, tenant }))

  for (const [what, wanted, parts] of [
    ['nothing', [], []],
    ['those of a customer at once', versions('acme', 2), [2]],
    ['no more than the service takes', versions('acme', 1_001), [500, 500, 1]],
    ['each customer’s by themselves', [...versions('acme', 1), ...versions('left', 2)], [1, 2]],
  ] as const) {
    it(`send ${what}`, async () => {
      const { reviews, sent, close } = await open()

      await reviews.review(wanted, { note: 'fine' })

      expect(sent.map(({ ids }) => ids)).to.deep.equal(parts)
      expect(sent.every(({ note }) => note === 'fine')).to.equal(true)
      close()
    })
  }

  it('tell what the service has, when it refuses the rest', async () => {
    const { reviews, close } = await open((tenant) => tenant === 'left')
    const done: string[] = []

    const refused = await reviews
      .review([...versions('acme', 1), ...versions('left', 1)], {}, (ids) => done.push(...ids))
      .catch((error: Error) => error.message)

    expect([refused, done]).to.deep.equal(['refused', ['acme-0']])
    close()
  })
})
