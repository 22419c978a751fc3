/** Returns whether a text can be a slug: the contract's `Slug`. The API rejects other values in filters. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(text)
}
