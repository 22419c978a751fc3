import { createNormaliser } from '../shared/platforms/normalise.ts'
import { createFingerprint } from '../shared/repository/fingerprint.ts'
import type { CheckedArtifact } from './job-link.ts'
import type { LeasedJob } from './leased-job.ts'
import { platformOfJob } from './platform-of-job.ts'

/** Computes the HMAC fingerprints of a text as it arrives: as collected and normalised. */
export function createTextNames({ order, target }: LeasedJob, key: string) {
  const platform = platformOfJob(order)
  const normaliser = createNormaliser(platform, key)
  const fingerprint = createFingerprint(target.chunkIdKey)
  const normalised = createFingerprint(target.chunkIdKey)
  return {
    push(text: Uint8Array): void {
      fingerprint.push(text)
      for (let at = 0; at < text.length; at += piece) normalised.push(normaliser.push(text.subarray(at, at + piece)))
    },
    end(): Pick<CheckedArtifact, 'fingerprint' | 'normalised_fingerprint' | 'normaliser_revision'> {
      normalised.push(normaliser.end())
      return {
        fingerprint: fingerprint.end(),
        normalised_fingerprint: normalised.end(),
        normaliser_revision: platform.normalise?.revision ?? 0,
      }
    },
  }
}

/** Bytes of a text that are normalised at a time. */
const piece = 256 * 1024
