import { message } from '../../shared/messages/message.ts'
import type { Platform } from '../../shared/platforms/platform.ts'
import type { NetconfArtifact, NetconfDescription } from '../../shared/platforms/netconf.ts'
import { ArtifactUnavailable } from '../../shared/platforms/requests.ts'
import { DeviceFailure } from '../device-failure.ts'
import { secretsOf } from '../job-spec.ts'
import { quoteOutput } from '../quote-output.ts'
import { openNetconf, type NetconfSession } from '../sessions/netconf.ts'
import type { CollectDependencies, OpenPath } from './device-collector.ts'
import { collectTexts, type TextOutcome } from './collect-texts.ts'
import { openNetconfChannel } from './netconf-channel.ts'
import { TextPipeline } from './text-pipeline.ts'
import { artifactRead, captureWarning } from './run-log-messages.ts'

/** Collects over NETCONF. The transport is open after the exchange of hellos. */
export const openNetconfPath: OpenPath = async (job, platform, dependencies) => {
  const api = netconfOf(platform)
  const secrets = secretsOf(job)
  const { session, channel } = await openNetconfChannel(job, api, dependencies)
  try {
    const netconf = await openNetconf(channel, { ...api.limits, ...dependencies.netconfLimits }, secrets)
    dependencies.log('info', message('log_netconf_opened', { capabilities: netconf.capabilities.length }))
    return {
      read: (keys) =>
        collectTexts(keys, api.artifacts, { transport: 'api', secrets, log: dependencies.log }, (key, artifact) =>
          readWithRetry(netconf, key, artifact, { ...dependencies, secrets }),
        ),
      probe: () => Promise.resolve(),
      async close() {
        netconf.close()
        await session.close()
      },
    }
  } catch (failure) {
    await session.close()
    throw failure
  }
}

type NetconfDependencies = CollectDependencies & { secrets: readonly string[] }

function netconfOf(platform: Platform): NetconfDescription {
  if (platform.api?.driver !== 'netconf') throw new Error(`${platform.id} has no NETCONF`)
  return platform.api
}

async function readWithRetry(
  netconf: NetconfSession,
  key: string,
  artifact: NetconfArtifact,
  dependencies: NetconfDependencies,
): Promise<TextOutcome> {
  const outcome = await read(netconf, key, artifact, dependencies)
  if (outcome.kind !== 'failed' || (outcome.code !== 'output_disturbed' && outcome.code !== 'request_failed'))
    return outcome
  dependencies.log('warn', message('log_artifact_repeated', { artifact: key, seen: quoteOutput(outcome.seen) }))
  return read(netconf, key, artifact, dependencies)
}

async function read(
  netconf: NetconfSession,
  key: string,
  artifact: NetconfArtifact,
  { secrets, ...dependencies }: NetconfDependencies,
): Promise<TextOutcome> {
  const since = performance.now()
  const step = message('step_reading', { artifact: key })
  const { messageId, reply } = netconf.send(artifact.operation, step)
  const extractor = artifact.extract(messageId)
  const { metadata: facts, inspect } = artifact
  const store = () => dependencies.storeText(key)
  const text = new TextPipeline({ checks: { metadata: facts }, inspector: inspect?.(), store })
  let refusal: ArtifactUnavailable | undefined
  for await (const piece of reply) {
    if (refusal) continue // Read to the end, otherwise the next reply would start inside this one.
    try {
      await text.push(extractor.push(piece))
    } catch (error) {
      if (!(error instanceof ArtifactUnavailable)) throw error
      refusal = error
    }
  }
  try {
    if (refusal) throw refusal
    await text.push(extractor.end())
    const { text: collected, metadata, warnings } = await text.end()
    for (const seen of extractor.warnings())
      dependencies.log('warn', message('log_device_warning', { artifact: key, seen: quoteOutput(seen) }))
    for (const warning of warnings) dependencies.log('warn', captureWarning(key, warning))
    dependencies.log('info', artifactRead(key, text.bytes, since))
    return { kind: 'text', capture: { key, transport: 'api', metadata, capturedAt: dependencies.now(), ...collected } }
  } catch (error) {
    if (!(error instanceof ArtifactUnavailable)) throw error
    const { why } = error
    // The session is out of step, so every further operation would fail as a lost connection.
    if (why.kind === 'failed' && why.code === 'protocol_error')
      throw new DeviceFailure(why.code, { step, ...why }, secrets)
    return why
  }
}
