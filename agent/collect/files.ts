import { message } from '../../shared/messages/message.ts'
import type { FilesDescription, Platform } from '../../shared/platforms/platform.ts'
import { ArtifactUnavailable } from '../../shared/platforms/requests.ts'
import { knownWords } from '../../shared/redact/describe-size.ts'
import { secretsOf } from '../job-spec.ts'
import { openScpFile, ScpRefused } from '../sessions/scp.ts'
import type { Session } from '../sessions/session.ts'
import { collectTexts, readingOutcome, type TextOutcome } from './collect-texts.ts'
import type { CollectDependencies, OpenPath } from './device-collector.ts'
import { openSshSession } from './ssh-path.ts'
import { TextPipeline } from './text-pipeline.ts'

/** Collects the files that a platform names, over SCP. The protocol states the size of each file before its bytes. */
export const openFiles: OpenPath = async (job, platform, dependencies) => {
  const description = filesOf(platform)
  const session = await openSshSession(job, dependencies)
  dependencies.onStep?.('login')
  const { log } = dependencies
  return {
    read: (keys) =>
      collectTexts(
        keys,
        description.artifacts,
        { transport: 'ssh', secrets: secretsOf(job), log },
        async (key, artifact) => {
          dependencies.observer?.requested(key, artifact.path, 'ssh')
          const outcome = await readFile(session, key, artifact, description, dependencies)
          dependencies.observer?.decided(readingOutcome(outcome))
          return outcome
        },
      ),
    probe: () => Promise.resolve(),
    close: () => session.close(),
  }
}

async function readFile(
  session: Session,
  key: string,
  artifact: FilesDescription['artifacts'][string],
  { limits }: FilesDescription,
  { storeText, now, observer }: CollectDependencies,
): Promise<TextOutcome> {
  const text = new TextPipeline({ checks: artifact, inspector: artifact.inspect?.(), store: () => storeText(key) })
  try {
    const file = await openScpFile(session, artifact.path, { idleMs: limits.idleMs, maxBytes: limits.maxBytes })
    for await (const piece of file.bytes) {
      observer?.received(piece.toString('latin1'))
      await text.push(piece)
    }
    const { text: collected, metadata } = await text.end()
    return { kind: 'text', capture: { key, transport: 'ssh', metadata, capturedAt: now(), ...collected } }
  } catch (error) {
    if (error instanceof ArtifactUnavailable) return error.why
    if (!(error instanceof ScpRefused)) throw error
    const expected = message('expected_whole_answer')
    return { kind: 'failed', code: 'command_refused', expected, seen: knownWords(error.message, []) }
  }
}

function filesOf({ id, ssh }: Platform): FilesDescription {
  if (ssh?.driver !== 'files') throw new Error(`${id} has no files`)
  return ssh
}
