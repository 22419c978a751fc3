/** One link: its target, and all parameters behind it. Commas and semicolons within <> and quotes are none of its own. */
const links = /<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^\s",;]*))*)/g
const parametersOf = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]*))/g

/** The target of the first link of this relation (RFC 8288 §3), as it is written; undefined where there is none. */
export function linkTo(relation: string, header: string | undefined): string | undefined {
  for (const [, target, parameters = ''] of (header ?? '').matchAll(links)) {
    const [, , quoted, bare = ''] =
      [...parameters.matchAll(parametersOf)].find(([, name]) => name?.toLowerCase() === 'rel') ?? []
    const named = (quoted ?? bare).toLowerCase().split(/\s+/)
    if (named.includes(relation)) return target
  }
  return undefined
}
