/** Start and maximum size of a page. */
export interface PageQuery {
  limit: number
  cursor?: string
}

export interface Page<Row> {
  rows: Row[]
  /** Absent on the last page. */
  next?: string
}

interface ListAnswer<Row> {
  data?: Row[]
  response: Response
}

const longestPage = 1_000

/** Returns a page of a list with its next cursor, from the `Link` header (RFC 8288). */
export function pageOf<Row>({ data = [], response }: ListAnswer<Row>): Page<Row> {
  const [, address] = /<([^>]*)>\s*;\s*rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  const next = address ? (new URL(address, 'http://service').searchParams.get('cursor') ?? undefined) : undefined
  return { rows: data, next }
}

/** Returns all rows of a short list. */
export async function allPages<Row>(ask: (query: PageQuery) => Promise<ListAnswer<Row>>): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: string | undefined
  do {
    const page = pageOf(await ask({ limit: longestPage, cursor }))
    rows.push(...page.rows)
    cursor = page.next
  } while (cursor)
  return rows
}
