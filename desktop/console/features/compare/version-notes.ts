import type { Version } from './useLineage.ts'

/** Something about a version that a person should know before he relies on it. */
export type VersionNote =
  | { about: 'damaged' | 'suspicious' | 'lab' | 'notCompared' | 'partial' }
  | { about: 'maskedSecrets'; count: number }
  | { about: 'maskedAccounts'; names: string[] }
  | { about: 'hidden' | 'left'; words: string }
  | { about: 'lost'; count: number }

/** What is notable of a version, the gravest first. */
export function notesOf(
  version: Pick<Version, 'damaged' | 'suspicious' | 'lab_mode' | 'host_not_compared' | 'metadata'>,
): VersionNote[] {
  const notes: VersionNote[] = []
  const { metadata } = version
  const masked = isRecord(metadata['masked']) ? metadata['masked'] : {}
  if (version.damaged) notes.push({ about: 'damaged' })
  if (version.suspicious.length > 0) notes.push({ about: 'suspicious' })
  if (version.lab_mode) notes.push({ about: 'lab' })
  if (version.host_not_compared) notes.push({ about: 'notCompared' })
  if (metadata['partial'] === true) notes.push({ about: 'partial' })
  if (typeof masked['secrets'] === 'number' && masked['secrets'] > 0) {
    notes.push({ about: 'maskedSecrets', count: masked['secrets'] })
  }
  const names = Array.isArray(masked['accounts']) ? masked['accounts'].filter((name) => typeof name === 'string') : []
  if (names.length > 0) notes.push({ about: 'maskedAccounts', names })
  const lost = isRecord(metadata['lost']) ? metadata['lost']['characters'] : undefined
  if (typeof lost === 'number') notes.push({ about: 'lost', count: lost })
  for (const about of ['hidden', 'left'] as const) {
    const words = metadata[about]
    if (typeof words === 'string') notes.push({ about, words })
  }
  return notes
}

/** The rest of what the device said of itself, as lines; names as they are stored. */
export function factsOf({ metadata }: Pick<Version, 'metadata'>): { name: string; value: string }[] {
  return Object.entries(metadata)
    .filter(([name]) => !['masked', 'partial', 'author', 'lost', 'hidden', 'left'].includes(name))
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
