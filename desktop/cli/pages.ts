import { message } from '../../shared/messages/message.ts'
import { CommandError, exitCodes } from './exit-codes.ts'

/** Start and maximum size of a page. */
export interface PageQuery {
  limit: number
  cursor?: string
}

interface PageAnswer<Row> {
  data?: Row[]
  response: Response
}

const longestPage = 1_000

/** Yields the rows of a list, page by page, up to the requested number. */
export async function* rowsOf<Row>(
  page: (query: PageQuery) => Promise<PageAnswer<Row>>,
  wanted: number = Infinity,
): AsyncGenerator<Row> {
  let left = wanted
  let cursor: string | undefined
  while (left > 0) {
    const { data = [], response } = await page({ limit: Math.min(left, longestPage), cursor })
    yield* data
    left -= data.length
    cursor = nextCursor(response.headers.get('link'))
    if (!cursor) return
  }
}

/**
 * Returns the value of `--limit`; `all` means no limit.
 * @throws CommandError
 */
export function limitOf(given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise
  if (given === 'all') return Infinity
  const limit = Number(given)
  if (Number.isSafeInteger(limit) && limit > 0) return limit
  throw new CommandError(
    exitCodes.unusable,
    message('option_value_invalid', { option: '--limit', given, expected: 'limit' }),
  )
}

/** Returns the data of a response. Errors were thrown before. */
export function dataOf<Data>({ data }: { data?: Data }): Data {
  if (data === undefined) throw new Error('an answer without a body')
  return data
}

function nextCursor(link: string | null): string | undefined {
  const [, address] = /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '') ?? []
  return address ? (new URL(address, 'http://service').searchParams.get('cursor') ?? undefined) : undefined
}
