import { bigipRest } from '../../support/bigip-rest.ts'
import { unitScf } from '../../support/bigip-unit.ts'
import { answererOf, readApiCaptures, type ApiCapture } from '../../support/api-captures.ts'
import type { CapturedArtifact } from '../../support/captures.ts'
import { apiCredential } from '../../support/collect-over-api.ts'
import type { Answerer } from '../../support/https-device.ts'

/** A platform's API on a device without faults. */
export interface SimulatedApi {
  platform: string
  options?: Record<string, unknown>
  /** Creates a new device, because some have state. */
  answerer(): Answerer
  /** Whether a login that expires during a run is renewed. */
  renews?: boolean
}

/** Returns each platform's longest capture, and the models: what breaks them here breaks real devices. */
export function simulatedApis(): SimulatedApi[] {
  const longest = new Map(
    readApiCaptures()
      .sort((a, b) => linesOf(a) - linesOf(b))
      .map((one) => [one.platform, one]),
  )
  const captured = [...longest.values()].map((capture): SimulatedApi => ({
    platform: capture.platform,
    options: capture.options,
    answerer: () => answererOf(capture),
  }))
  const bigip = {
    platform: 'lbco_bigip',
    options: { artifacts: ['scf'] },
    answerer: () => bigipRest({ scf: unitScf(), password: apiCredential.password }).answer,
    renews: true,
  }
  return [...captured, bigip]
}

function linesOf({ collected = {} }: ApiCapture): number {
  return Object.values(collected).reduce((sum, one) => sum + (typeof one === 'object' ? lengthOf(one) : 0), 0)
}

function lengthOf(one: Exclude<CapturedArtifact, string>): number {
  if ('bytes' in one) return one.bytes / 40 // approximately a line
  return 'lines' in one ? one.lines : 0
}
