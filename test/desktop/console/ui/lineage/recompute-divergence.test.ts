import { expect } from 'chai'
import type { Api } from '../../../../../desktop/console/client/api.ts'
import { recomputeDivergence } from '../../../../../desktop/console/ui/lineage/recompute-divergence.ts'

describe('the unknown sizes of a lineage’s changes', () => {
  const lineage = { artifact_id: 'running', tenant: 'acme' }
  const answering = (answers: { computed: number; remaining: number }[]) => {
    const asked: unknown[] = []
    const POST = (path: string, { params }: { params: unknown }) => {
      asked.push([path, params])
      return Promise.resolve({ data: answers[asked.length - 1] })
    }
    return { api: { POST } as unknown as Api, asked }
  }

  for (const [what, answers, left] of [
    ['in one request if none remain', [{ computed: 0, remaining: 0 }], [0]],
    ['in batches', [{ computed: 500, remaining: 700 }, { computed: 500, remaining: 200 }, { computed: 200, remaining: 0 }], [700, 200, 0]], // prettier-ignore
    [
      'until a batch makes no progress',
      [
        { computed: 500, remaining: 3 },
        { computed: 0, remaining: 3 },
      ],
      [3, 3],
    ],
  ] as const) {
    it(`are computed ${what}`, async () => {
      const { api, asked } = answering([...answers])
      const reported: number[] = []

      await recomputeDivergence(api, lineage, (n) => reported.push(n))

      expect(reported).to.deep.equal(left)
      expect(asked[0]).to.deep.equal([
        '/api/artifacts/{artifact_id}/divergence/recompute',
        { path: { artifact_id: 'running' }, query: { tenant: 'acme' } },
      ])
    })
  }
})
