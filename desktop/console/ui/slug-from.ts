const longest = 63

/**
 * Returns a valid short name: `Hôpital Saint-Luc & Co.` is `hopital-saint-luc-co`; '' for a name without Latin letters.
 */
export function slugFrom(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, longest)
    .replace(/-+$/, '')
}
