import { type FactName, factNames } from './documents/document.ts'
import type { Platform } from './platform.ts'

export type DeviceFacts = Partial<Record<FactName, string>>

/** Longest value of a fact, in characters. A longer one is not a fact. */
const maxLength = 200

/**
 * Returns the facts of a device in the texts of one run, by artifact key and as latin1. Of several lines with the same
 * fact, the first one counts.
 */
export function extractFacts(platform: Platform, texts: Readonly<Record<string, string>>): DeviceFacts {
  const { vendor, facts = {} } = platform
  const found = Object.keys(facts).map((key) => factsInText(platform, key, texts[key] ?? ''))
  return mergeFacts(vendor === undefined ? found : [{ vendor }, ...found])
}

/** Returns the facts in the text of one artifact, which is given as latin1. */
export function factsInText({ facts = {} }: Platform, key: string, text: string): DeviceFacts {
  const found: DeviceFacts = {}
  let patterns = facts[key] ?? []
  for (let from = 0; patterns.length > 0 && from < text.length;) {
    const newline = text.indexOf('\n', from)
    const end = newline === -1 ? text.length : newline
    const line = text.slice(from, text[end - 1] === '\r' ? end - 1 : end)
    const matching = patterns.filter((pattern) => addFacts(found, pattern.exec(line)?.groups, decode))
    if (matching.length > 0) patterns = patterns.filter((pattern) => !matching.includes(pattern))
    from = end + 1
  }
  return found
}

/** The facts of one artifact. A lower rank takes precedence over the facts of other artifacts. */
export interface ArtifactFacts {
  rank: number
  values: DeviceFacts
}

/**
 * Returns the facts in the text of one artifact, given as latin1, and in its metadata; null if there are none. The order
 * of a platform's artifacts in `facts` is that of their precedence. The author of a change belongs to a version, not to
 * the device.
 */
export function artifactFacts(
  platform: Platform,
  key: string,
  text: string,
  metadata: Readonly<Record<string, unknown>> = {},
): ArtifactFacts | null {
  const at = Object.keys(platform.facts ?? {}).indexOf(key)
  const { author: _author, ...values } = mergeFacts([factsInText(platform, key, text), factsInMetadata(metadata)])
  if (Object.keys(values).length === 0) return null
  const { vendor = values.vendor } = platform
  return { rank: at === -1 ? lastRank : at, values: { ...values, ...(vendor !== undefined && { vendor }) } }
}

/** Returns the facts of one artifact from two sources, of which the first takes precedence. */
export function mergeArtifactFacts(first: ArtifactFacts | null, second: ArtifactFacts | null): ArtifactFacts | null {
  if (!first || !second) return first ?? second
  return { rank: first.rank, values: mergeFacts([first.values, second.values]) }
}

/** Rank of an artifact whose text contains no facts. */
const lastRank = 1_000

/** The names under which the descriptions of built-in platforms store facts in the metadata of a version. */
const metadataNames = { model: 'model', serial: 'serial', version: 'os_version', software: 'os_version' } as const

/** Returns the facts that the device reported with a text, in the text's metadata. */
export function factsInMetadata(metadata: Readonly<Record<string, unknown>>): DeviceFacts {
  const found: DeviceFacts = {}
  for (const [key, name] of Object.entries(metadataNames)) {
    const value = metadata[key]
    if (typeof value === 'string') addFacts(found, { [name]: value }, (text) => text)
  }
  return found
}

/** Returns each fact from the first source that has it. */
export function mergeFacts(sources: readonly DeviceFacts[]): DeviceFacts {
  const merged: DeviceFacts = {}
  for (const source of sources) for (const name of factNames) if (source[name]) merged[name] ??= source[name]
  return merged
}

function decode(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

/** Returns whether a group matched with a value. */
function addFacts(
  found: DeviceFacts,
  groups: Record<string, string | undefined> | undefined,
  read: (text: string) => string,
): boolean {
  if (!groups) return false
  for (const name of factNames) {
    const value = read(groups[name] ?? '')
      .replace(/\p{C}/gu, '')
      .trim()
    if (value && value.length <= maxLength) found[name] ??= value
  }
  return true
}
