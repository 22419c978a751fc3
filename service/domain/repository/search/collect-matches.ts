import type { ScannedText } from './scan-unit.ts'
import type { Finding } from './search-record.ts'

/** Converts scanned texts to findings, in any order. */
export interface MatchCollector {
  see(scanned: ScannedText[]): Finding[]
  /** Returns findings that are only known after all texts were scanned. */
  end(): Finding[]
}

/** Each text with the line is a finding. */
export function collectMatches(): MatchCollector {
  return {
    see: (scanned) =>
      scanned.flatMap(({ text, found }): Finding[] => {
        if (!found) return [{ type: 'unreadable', text }]
        return found.total > 0 ? [{ type: 'match', text, ...found }] : []
      }),
    end: () => [],
  }
}

/** Each device without the line in any text is a finding; a device with an unreadable text is not. */
export function collectMissing(): MatchCollector {
  const devices = new Map<string, { texts: number; isOut: boolean }>()
  return {
    see(scanned) {
      for (const { text, found } of scanned) {
        const known = devices.get(text.deviceId) ?? { texts: 0, isOut: false }
        known.texts++
        known.isOut ||= !found || found.total > 0
        devices.set(text.deviceId, known)
      }
      return scanned.flatMap(({ text, found }): Finding[] => (found ? [] : [{ type: 'unreadable', text }]))
    },
    end: () =>
      [...devices]
        .filter(([, { isOut }]) => !isOut)
        .map(([deviceId, { texts }]): Finding => ({ type: 'missing', deviceId, texts })),
  }
}
