import type { Magnitude } from '../../../shared/diff/magnitude.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Suspicion } from '../../../shared/platforms/suspicion-rules.ts'
import { hasOtherKey } from '../../../shared/platforms/was-rekeyed.ts'
import { type ArtifactFacts, artifactFacts } from '../../../shared/platforms/extract-facts.ts'
import { isExtraKey } from '../../../shared/platforms/extra-commands.ts'
import { findShrinkage } from '../../../shared/platforms/find-shrinkage.ts'
import { isSuspicious } from '../../../shared/platforms/is-suspicious.ts'
import { countLines, createNormaliser } from '../../../shared/platforms/normalise.ts'
import { resolvePlatform, type PlatformSource } from '../../../shared/platforms/stored-platform.ts'
import { createFingerprint, fingerprintOf } from '../../../shared/repository/fingerprint.ts'
import { type Task, serviceHeapMb } from '../task.ts'
import { type SummarisedChange, measureAndSummarise } from './summarise-texts.ts'

export interface TextToExamine {
  platform: PlatformSource
  /** Artifact key. */
  key: string
  /** The tenant's key for fingerprints. */
  chunkIdKey: Uint8Array
  raw: Uint8Array
  /** The lineage's latest text; null for a lineage without a version. */
  previous: Uint8Array | null
}

export interface ExaminedText {
  fingerprint: string
  /** By the platform's current normalisation, as for `previous` here. */
  normalisedFingerprint: string
  lines: number
  /** Null if the text contains none. */
  facts: ArtifactFacts | null
  previous: {
    normalisedFingerprint: string
    /** Whether it differs only by what could not be read this time. */
    isSameButUnread: boolean
    change: (Magnitude & { suspicions: Suspicion[]; summary: SummarisedChange | null }) | null
  } | null
}

/** Larger texts are not compared here. The magnitude of their change is computed on request. */
const comparedBytes = 32 * 1024 * 1024

/**
 * Returns what a commit needs to know of a text: its fingerprints, its lines, and the changes since the previous
 * version.
 */
export const examineText: Task<TextToExamine, ExaminedText> = {
  limits: { timeMs: 60_000, heapMb: serviceHeapMb },
  run({ platform, key, chunkIdKey, raw, previous }) {
    const isShort = raw.length + (previous?.length ?? 0) <= comparedBytes
    const now = normalise(platform, key, chunkIdKey, raw, isShort)
    const before = previous && normalise(platform, key, chunkIdKey, previous, isShort)
    const isChanged = before !== null && before.fingerprint !== now.fingerprint
    const read =
      isChanged && isShort && previous ? resolvePlatform(platform)?.partial?.withoutUnread(previous, raw) : null
    const nameOf = (text: Uint8Array) => normalise(platform, key, chunkIdKey, text, false).fingerprint
    const change =
      now.text && before?.text && previous && isChanged
        ? {
            ...measureAndSummarise({ platform, key, chunkIdKey, before: before.text, after: now.text }),
            suspicions: [
              ...suspicionsOf(platform, key, previous, raw),
              ...keySuspicionsOf(platform, before.text, now.text),
            ],
          }
        : null
    return {
      fingerprint: fingerprintOf(chunkIdKey, raw),
      normalisedFingerprint: now.fingerprint,
      lines: countLines(raw),
      facts: findFacts(platform, key, raw),
      previous: before && {
        normalisedFingerprint: before.fingerprint,
        isSameButUnread: read ? nameOf(read.before) === nameOf(read.now) : false,
        change,
      },
    }
  },
}

function findFacts(platform: PlatformSource, key: string, raw: Uint8Array): ArtifactFacts | null {
  const known = resolvePlatform(platform)
  if (!known?.facts?.[key]) return null
  return artifactFacts(known, key, Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1'))
}

/**
 * Fingerprints a long text while normalising it, without storing the result: the normalised text may be longer than the
 * original.
 */
function normalise(platform: PlatformSource, key: string, chunkIdKey: Uint8Array, raw: Uint8Array, isKept: boolean) {
  const known = resolvePlatform(platform)
  if (!known) throw new Error(`${String(platform)} is no platform`)
  const normaliser = createNormaliser(known, key)
  const fingerprint = createFingerprint(chunkIdKey)
  const parts: Buffer[] = []
  const take = (part: Buffer) => {
    fingerprint.push(part)
    if (isKept) parts.push(part)
  }
  for (let at = 0; at < raw.length; at += piece) take(normaliser.push(raw.subarray(at, at + piece)))
  take(normaliser.end())
  return { fingerprint: fingerprint.end(), text: isKept ? Buffer.concat(parts) : undefined }
}

/** Bytes normalised at a time: a line stream buffers its input. */
const piece = 256 * 1024

function suspicionsOf(platform: PlatformSource, key: string, previous: Uint8Array, raw: Uint8Array): Suspicion[] {
  if (isExtraKey(key)) return [] // the state of a device, such as its routes, may shrink
  const gone = resolvePlatform(platform)?.partial?.countGone(previous, raw) ?? 0
  if (gone > 0) return [message('members_absent', { count: gone })]
  if (!isSuspicious(previous, raw)) return []
  return [findShrinkage(previous.length, raw.length) ?? message('last_section_missing')]
}

function keySuspicionsOf(platform: PlatformSource, before: Buffer, now: Buffer): Suspicion[] {
  const sealed = resolvePlatform(platform)?.normalise?.sealed
  const isSealedAnew = sealed !== undefined && hasOtherKey(before.toString('latin1'), now.toString('latin1'), sealed)
  return isSealedAnew ? [message('master_key_changed')] : []
}
