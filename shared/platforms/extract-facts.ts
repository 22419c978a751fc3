import { type FactName, factNames } from './documents/document.ts'
import type { Platform } from './platform.ts'

export type DeviceFacts = Partial<Record<FactName, string>>

/**
 * Returns the facts of a device in the texts of one run, by artifact key and as latin1. Of several lines with the same
 * fact, the first one counts.
 */
export function extractFacts({ vendor, facts = {} }: Platform, texts: Readonly<Record<string, string>>): DeviceFacts {
  const found: DeviceFacts = {}
  for (const [key, patterns] of Object.entries(facts)) {
    for (const line of (texts[key] ?? '').split('\n')) {
      for (const pattern of patterns) addFacts(found, pattern.exec(line.replace(/\r$/, ''))?.groups)
    }
  }
  return vendor === undefined ? found : { vendor, ...found }
}

function addFacts(found: DeviceFacts, groups: Record<string, string | undefined> | undefined): void {
  if (!groups) return
  for (const name of factNames) {
    const value = groups[name]?.trim()
    if (value) found[name] ??= value
  }
}
