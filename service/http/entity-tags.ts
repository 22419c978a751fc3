/** Returns whether `If-None-Match` names the tag, or any: a reading is then answered with 304 (RFC 9110, section 13.1.2). */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  return ifNoneMatch !== undefined && (ifNoneMatch.trim() === '*' || tagsIn(ifNoneMatch).includes(opaque(tag)))
}

/** The comparison is a weak one: whether a tag is weak does not matter. */
function tagsIn(header: string): string[] {
  return [...header.matchAll(/(?:W\/)?"[^"]*"/g)].map(([tag]) => opaque(tag))
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}
