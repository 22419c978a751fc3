/** One link: its target and its parameters. Commas and semicolons within <> and quotes do not separate links. */
const links = /<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))*)/g
const parametersOf = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))/g

/**
 * Returns the target of the first link with this relation (RFC 8288 §3), unresolved; undefined if there is no such
 * link.
 */
export function linkTo(relation: string, header: string | undefined): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(links)) {
    const [, , quoted, bare = ''] =
      [...parameters.matchAll(parametersOf)].find(([, name]) => name?.toLowerCase() === 'rel') ?? []
    const named = (quoted ?? bare).toLowerCase().split(/\s+/)
    if (named.includes(relation)) return target
  }
  return undefined
}
