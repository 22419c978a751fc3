import type { ExpectationMessage } from '../messages/failure.ts'
import { message } from '../messages/message.ts'
import type { Platform, Transport } from './platform.ts'
import { ArtifactUnavailable, type DeviceOptions, type TextChecks, type TextInspector } from './requests.ts'
import { TextCheck } from './text-check.ts'

/** Proves that a stored text is complete, as far as its platform can recognise that. */
export interface StoredTextProof {
  push(piece: Uint8Array): void
  /** Returns what the text lacks; null if it is complete. */
  end(): ExpectationMessage | null
}

/** The checks of an artifact in its stored form. The text must pass all checks of one alternative. */
interface ArtifactChecks {
  alternatives: readonly TextChecks[]
  inspect?: () => TextInspector
}

/**
 * Creates the proof for a text that was collected from this platform.
 * @param options of the device
 * @returns undefined if the platform has no check for the stored form of the artifact
 */
export function createStoredTextProof(
  platform: Platform,
  key: string,
  transport: Transport,
  options: DeviceOptions,
): StoredTextProof | undefined {
  const known = (transport === 'ssh' ? shellChecks : apiChecks)(platform, key, options)
  if (!known) return undefined
  const checks = known.alternatives.map((alternative) => new TextCheck(alternative))
  const inspector = known.inspect?.()
  return {
    push(piece) {
      for (const check of checks) check.push(piece)
      inspector?.push(piece)
    },
    end() {
      const results = checks.map((check) => check.end().lacks)
      const [first] = results
      if (first && results.every((lacks) => lacks !== undefined)) return first.expected ?? message('expected_text')
      return inspector ? inspect(inspector) : null
    },
  }
}

function inspect(inspector: TextInspector): ExpectationMessage | null {
  try {
    inspector.end()
    return null
  } catch (error) {
    if (!(error instanceof ArtifactUnavailable)) throw error
    const { why } = error
    return (why.kind === 'failed' ? why.expected : undefined) ?? message('expected_text')
  }
}

/** The checks of a command apply to its whole output: an extracted text has only its inspector. */
function shellChecks({ ssh }: Platform, key: string, options: DeviceOptions): ArtifactChecks | undefined {
  if (ssh?.driver === 'files') {
    const artifact = ssh.artifacts[key]
    return artifact && { alternatives: [artifact], inspect: artifact.inspect }
  }
  if (ssh?.driver !== 'shell' && ssh?.driver !== 'fortios-shell') return undefined
  const artifact = ssh.artifacts[key]
  if (!artifact) return undefined
  const { inspect: createInspector } = artifact
  return {
    alternatives: artifact.extract ? [] : [artifact],
    inspect: createInspector && (() => createInspector({ options, facts: {} })),
  }
}

function apiChecks({ api }: Platform, key: string, options: DeviceOptions): ArtifactChecks | undefined {
  if (api?.driver === 'netconf') {
    const inspect = api.artifacts[key]?.inspect
    return inspect && { alternatives: [], inspect }
  }
  const artifact = api?.driver === 'requests' ? api.artifacts[key] : undefined
  if (!artifact || 'archive' in artifact) return undefined
  try {
    return { alternatives: artifact.requests({ options, facts: {} }).map(({ checks }) => checks) }
  } catch (error) {
    if (error instanceof ArtifactUnavailable) return undefined // these requests depend on facts of the device
    throw error
  }
}
