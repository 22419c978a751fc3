import { type Magnitude, measureMagnitude } from '../../../shared/diff/magnitude.ts'
import { isSuspicious } from '../../../shared/platforms/is-suspicious.ts'
import { countLines, createNormaliser } from '../../../shared/platforms/normalise.ts'
import { platformById } from '../../../shared/platforms/registry.ts'
import { fingerprintOf } from '../../../shared/repository/fingerprint.ts'
import type { Task } from '../task.ts'

export interface TextToExamine {
  platform: string
  /** Of the artifact. */
  key: string
  /** The customer's: fingerprints are made with it. */
  chunkIdKey: Uint8Array
  raw: Uint8Array
  /** The lineage's latest text; null where there is none. */
  previous: Uint8Array | null
}

export interface ExaminedText {
  fingerprint: string
  /** By the platform's present normalisation, as everything of `previous` here. */
  normalisedFingerprint: string
  lines: number
  previous: { normalisedFingerprint: string; change: (Magnitude & { suspicious: string | null }) | null } | null
}

/** Larger texts are not compared here: the magnitude of their change stays unknown until it is asked for. */
const comparedBytes = 32 * 1024 * 1024

/** All that a commit needs to know of a text: its fingerprints, its lines, and what changed since the one before. */
export const examineText: Task<TextToExamine, ExaminedText> = {
  limits: { timeMs: 60_000, heapMb: 512 },
  run({ platform, key, chunkIdKey, raw, previous }) {
    const normalised = normalise(platform, key, raw)
    const normalisedFingerprint = fingerprintOf(chunkIdKey, normalised)
    const before = previous && normalise(platform, key, previous)
    const beforeFingerprint = before && fingerprintOf(chunkIdKey, before)
    const isCompared =
      before && beforeFingerprint !== normalisedFingerprint && raw.length + previous.length <= comparedBytes
    const change = isCompared
      ? { ...measureMagnitude(before, normalised), suspicious: suspicionOf(previous, raw) }
      : null
    return {
      fingerprint: fingerprintOf(chunkIdKey, raw),
      normalisedFingerprint,
      lines: countLines(raw),
      previous: beforeFingerprint === null ? null : { normalisedFingerprint: beforeFingerprint, change },
    }
  },
}

function normalise(platform: string, key: string, raw: Uint8Array): Buffer {
  const known = platformById(platform)
  if (!known) throw new Error(`${platform} is no platform`)
  const normaliser = createNormaliser(known, key)
  const parts: Buffer[] = []
  for (let at = 0; at < raw.length; at += piece) parts.push(normaliser.push(raw.subarray(at, at + piece)))
  return Buffer.concat([...parts, normaliser.end()])
}

/** Bytes that are normalised at a time: a line stream holds text of its own for what it is given. */
const piece = 256 * 1024

function suspicionOf(previous: Uint8Array, raw: Uint8Array): string | null {
  if (!isSuspicious(previous, raw)) return null
  return raw.length < previous.length * 0.6 ? 'it shrank by more than 40 %' : 'its last section is gone'
}
