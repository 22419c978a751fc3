import { expect } from 'chai'
import { type Api, ApiProblem } from '../../../../../desktop/console/client/api.ts'
import { readText } from '../../../../../desktop/console/features/versions/read-text.ts'

describe('the text of a version', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).buffer
  const problem = (status: number) =>
    new ApiProblem({ type: 'about:blank', title: 'Refused', status, request_id: 'r', detail: '' })
  const beginning = (canShowAll: boolean) => ({
    text: 'first lines',
    preview: { lines: 500, total: 90_000, canShowAll },
  })
  const short = { text: 'first lines' }

  function serving({ refusal, total = 90_000 }: { refusal?: ApiProblem; total?: number }) {
    const asked: object[] = []
    const GET = (
      _path: string,
      { params: { query } }: { params: { query: { max_lines?: number; normalised?: boolean } } },
    ) => {
      asked.push(JSON.parse(JSON.stringify(query)) as object)
      if (refusal && (query.normalised || refusal.problem.status === 409)) return Promise.reject(refusal)
      if (!query.max_lines) return Promise.resolve({ data: bytes('whole') })
      const headers = new Headers({ 'X-Coffer-Preview': `lines=${Math.min(500, total)} total=${total}` })
      return Promise.resolve({ data: bytes('first lines'), response: { headers } })
    }
    return { api: { GET } as unknown as Api, asked }
  }

  const normalised = { isRaw: false, showsAll: false }
  const raw = { isRaw: true, showsAll: false }
  for (const [what, of, service, queries, shown] of [
    ['by its first 500 lines', normalised, {}, [{ normalised: true, max_lines: 500 }], beginning(true)],
    ['by its first 500 raw lines', raw, {}, [{ max_lines: 500 }], beginning(true)],
    ['completely if it has 500 lines', normalised, { total: 500 }, [{ normalised: true, max_lines: 500 }], short],
    ['completely on request', { ...normalised, showsAll: true }, {}, [{ normalised: true }], { text: 'whole' }],
    ['completely as collected', { ...raw, showsAll: true, sizeBytes: 5_000_000 }, {}, [{}], { text: 'whole' }],
    ['by its raw beginning if it cannot be normalised', normalised, { refusal: problem(413) }, [{ normalised: true, max_lines: 500 }, { max_lines: 500 }], beginning(false)], // prettier-ignore
    ['by its beginning if it is too long for a window', { ...raw, showsAll: true, sizeBytes: 600_000_000 }, {}, [{ max_lines: 500 }], beginning(false)], // prettier-ignore
  ] as const) {
    it(`is shown ${what}`, async () => {
      const { api, asked } = serving(service)

      expect(await readText(api, { id: 'v', ...of })).to.deep.equal(shown)
      expect(asked).to.deep.equal(queries)
    })
  }

  it('is not shown if it is secret or unavailable', async () => {
    const { api } = serving({ refusal: problem(409) })

    const said = await readText(api, { id: 'v', ...normalised }).catch((error: ApiProblem) => error.problem.status)
    expect(said).to.equal(409)
  })
})
