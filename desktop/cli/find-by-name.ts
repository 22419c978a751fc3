import type { Connection } from './connection.ts'
import { CommandEnd, exitCodes } from './exit-codes.ts'
import { isUuid } from './is-uuid.ts'
import { type PageQuery, rowsOf } from './pages.ts'

/** The id of a customer's credential or agent of this name (of an agent also its short name). @throws CommandEnd */
export async function findByName(
  { api }: Connection,
  kind: 'credential' | 'agent',
  named: string,
  tenant: string | undefined,
): Promise<string> {
  if (isUuid(named)) return named
  const query = (page: PageQuery) => ({ params: { query: { q: named, tenant, ...page } } })
  const like: AsyncIterable<{ id: string; name: string; slug?: string }> =
    kind === 'agent'
      ? rowsOf((page) => api.GET('/api/agents', query(page)))
      : rowsOf((page) => api.GET('/api/credentials', query(page)))
  const same = (await Array.fromAsync(like)).filter(({ name, slug }) => name === named || slug === named)
  const [one, another] = same
  if (!one) throw new CommandEnd(exitCodes.notFound, `there is no ${kind} named ${named}`, `coffer ${kind}s`)
  if (another) throw new CommandEnd(exitCodes.notFound, `several have the name ${named}`, 'say whose: --tenant SLUG')
  return one.id
}
