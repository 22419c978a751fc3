import type { Version } from './useLineage.ts'

/** A note on a version that a user should know before relying on it. */
export type VersionNote =
  | { about: 'damaged' | 'suspicious' | 'lab' | 'notCompared' | 'partial' }
  | { about: 'maskedSecrets'; count: number }
  | { about: 'maskedAccounts'; names: string[] }
  | { about: 'hidden' | 'left'; words: string }
  | { about: 'lost'; count: number }

/** Returns the notes on a version, the most severe first. */
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

/** Returns the remaining metadata of the device as lines, with the stored names. */
export function listFacts({ metadata }: Pick<Version, 'metadata'>): { name: string; value: string }[] {
  return Object.entries(metadata)
    .filter(([name]) => !['masked', 'partial', 'author', 'lost', 'hidden', 'left'].includes(name))
    .map(([name, value]) => ({ name, value: typeof value === 'string' ? value : JSON.stringify(value) }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
