import { expect } from 'chai'
import { type Api, ApiProblem } from '../../../../../desktop/console/client/api.ts'
import { readText } from '../../../../../desktop/console/features/versions/read-text.ts'

describe('a text that somebody reads', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer
  const problem = (status: number) =>
    new ApiProblem({ type: 'about:blank', title: 'Refused', status, request_id: 'r', detail: '' })
  const beginning = { text: 'first lines', preview: { lines: 500, total: 90_000 } }

  function serving(refusal?: ApiProblem) {
    const asked: object[] = []
    const GET = (_path: string, { params: { query } }: { params: { query: { max_lines?: number } } }) => {
      asked.push(JSON.parse(JSON.stringify(query)) as object)
      if (query.max_lines) {
        const headers = new Headers({ 'X-Coffer-Preview': 'lines=500 total=90000' })
        return Promise.resolve({ data: bytes('first lines'), response: { headers } })
      }
      return refusal ? Promise.reject(refusal) : Promise.resolve({ data: bytes('whole') })
    }
    return { api: { GET } as unknown as Api, asked }
  }

  for (const [what, of, refusal, queries, shown] of [
    ['whole, as it is compared', { isRaw: false }, undefined, [{ normalised: true }], { text: 'whole' }],
    ['whole, as it was said', { isRaw: true, sizeBytes: 5_000_000 }, undefined, [{}], { text: 'whole' }],
    ['by its beginning when it is not compared', { isRaw: false }, problem(413), [{ normalised: true }, { max_lines: 500 }], beginning], // prettier-ignore
    ['by its beginning when it is as long as that', { isRaw: true, sizeBytes: 600_000_000 }, undefined, [{ max_lines: 500 }], beginning], // prettier-ignore
  ] as const) {
    it(`is shown ${what}`, async () => {
      const { api, asked } = serving(refusal)

      expect(await readText(api, { id: 'v', ...of })).to.deep.equal(shown)
      expect(asked).to.deep.equal(queries)
    })
  }

  it('is not shown when it is a secret, or none', async () => {
    const { api } = serving(problem(409))

    const said = await readText(api, { id: 'v', isRaw: false }).catch((error: ApiProblem) => error.problem.status)
    expect(said).to.equal(409)
  })
})
