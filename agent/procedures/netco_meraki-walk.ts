import type { FailureCode } from '../../shared/contract/failures.ts'
import { message } from '../../shared/messages/message.ts'
import type { MerakiDocument } from '../../shared/platforms/meraki-document.ts'
import { merakiRequired } from '../../shared/platforms/meraki-endpoints.ts'
import type { CloudDescription, Platform } from '../../shared/platforms/platform.ts'
import { quoteOutput } from '../quote-output.ts'
import { collectTexts, type TextOutcome } from '../collect/collect-texts.ts'
import { addressUnapproved } from '../collect/address-unapproved.ts'
import { pinOf } from '../collect/api/https-path.ts'
import type { CollectDependencies, OpenPath } from '../collect/device-collector.ts'
import { credentialOf } from '../collect/ssh-path.ts'
import { TextPipeline } from '../collect/text-pipeline.ts'
import { DeviceFailure } from '../device-failure.ts'
import { secretsOf, type JobSpec } from '../job-spec.ts'
import type { CloudAccess } from './cloud-access.ts'
import { openMerakiApi, type MerakiAnswer, type MerakiApi } from './netco_meraki-api.ts'
import { documentText, emptyDocument, partForNetwork } from './netco_meraki-document.ts'
import { codeOf, pathsOf, proveNetwork, readNetwork, type MerakiNetwork } from './netco_meraki-network.ts'
import { maskedPlaces } from './netco_meraki-secrets.ts'

/** Collects a network of the Dashboard. The transport is open once the key was accepted and the network was found. */
export const openMerakiNetwork: OpenPath = async (job, platform, dependencies) => {
  const description = cloudOf(platform)
  const secrets = secretsOf(job)
  const api = await openMerakiApi({
    token: tokenOf(job),
    cloud: accessOf(dependencies),
    pin: pinOf(job.device.options['tls_fingerprint']),
    acceptsAny: job.device.options['verify_tls'] === false,
    limits: { ...description.limits, ...dependencies.requestLimits },
    log: dependencies.log,
    signal: dependencies.signal,
    now: dependencies.now,
    onStep: dependencies.onStep,
  })
  try {
    const { options } = job.device
    const network = await readNetwork(api, textOf(options['netco_network_id']))
    dependencies.onStep?.('network')
    const { name, organizationId: organisation, productTypes: products } = network
    dependencies.log('info', message('log_network', { name: quoteOutput(name), organisation, products }))
    const context = { transport: 'api', secrets, log: dependencies.log } as const
    const artifacts = Object.fromEntries(
      Object.entries(description.endpoints).map(([key, list]) => [key, { list, required: false }]),
    )
    return {
      read: (keys) =>
        collectTexts(keys, artifacts, context, (key, { list }) => readArtifact(api, network, key, list, dependencies)),
      probe: () => Promise.resolve(),
      async close() {
        dependencies.log('info', message('log_dashboard_requests', { requests: api.requests() }))
        await api.close()
      },
    }
  } catch (failure) {
    await api.close()
    throw failure
  }
}

/** This many consecutive failures are not caused by single endpoints. */
const failuresInARow = 8

async function readArtifact(
  api: MerakiApi,
  network: MerakiNetwork,
  key: string,
  endpoints: readonly string[],
  dependencies: CollectDependencies,
): Promise<TextOutcome> {
  if (key !== 'network' && !network.productTypes.includes(key)) {
    return {
      kind: 'absent',
      reason: message('artifact_not_of_network', { artifact: key, products: network.productTypes }),
    }
  }
  const document = emptyDocument(network.id, key)
  const failed: FailedCall[] = []
  let calls = 0
  let inARow = 0
  const answerTo = (path: string) => network.answers.get(path) ?? api.get(path, network.organizationId)
  for (const endpoint of endpoints) {
    for (const path of pathsOf(endpoint, network, document)) {
      calls += 1
      const failure = enter(document, network, endpoint, path, await answerTo(path))
      inARow = failure ? inARow + 1 : 0
      if (!failure) continue
      failed.push({ path, ...failure })
      const seen = quoteOutput(failure.seen)
      dependencies.log('warn', message('log_dashboard_path_failed', { artifact: key, path, seen }))
      if (inARow === failuresInARow) return hopeless(failed, calls)
    }
  }
  if (failed.length * 2 > calls) return hopeless(failed, calls)
  const absent = Object.values(document.absent)
  // If access was revoked during the run, existing objects appear to be missing.
  if (absent.some(({ status }) => status === 404) || failed.length > 0) await proveNetwork(api, network)
  const counts = { calls, absent: absent.length, failed: failed.length }
  dependencies.log('info', message('log_dashboard_read', { artifact: key, ...counts }))
  return captureOf(key, document, failed, dependencies)
}

interface FailedCall {
  path: string
  code: FailureCode
  seen: string
}

/** @returns the failure if there is nothing to enter, unless that is expected */
function enter(
  document: MerakiDocument,
  network: MerakiNetwork,
  endpoint: string,
  path: string,
  answer: MerakiAnswer,
): Omit<FailedCall, 'path'> | undefined {
  if (answer.kind === 'data') {
    document.resources[path] = partForNetwork(endpoint, answer.value, network)
    return undefined
  }
  if (answer.kind === 'failed') return answer
  const { status, errors } = answer
  const seen = [`${status}`, ...errors].join(': ')
  // The texts vary with product, model and licence. For an optional endpoint either status means that it does not
  // exist.
  if ((status === 400 || status === 404) && !isRequired(endpoint, path, network)) {
    document.absent[path] = { status, errors }
    return undefined
  }
  return { code: status === 404 ? 'command_refused' : codeOf(status), seen }
}

/**
 * Whether a path must exist. A template's paths need not: a template supports most paths of a network, but which ones is
 * not documented.
 */
function isRequired(endpoint: string, path: string, { templateId }: MerakiNetwork): boolean {
  return merakiRequired.includes(endpoint) && !(templateId && path.startsWith(`/networks/${templateId}/`))
}

function hopeless(failed: FailedCall[], calls: number): TextOutcome {
  const [first] = failed
  const seen = `${failed.length} of ${calls} calls failed, the first at ${first?.path}: ${first?.seen}`
  return {
    kind: 'failed',
    code: first?.code ?? 'request_failed',
    expected: message('expected_answers_to_most_calls'),
    seen,
  }
}

async function captureOf(
  key: string,
  document: MerakiDocument,
  failed: FailedCall[],
  dependencies: CollectDependencies,
): Promise<TextOutcome> {
  for (const { path, code } of failed) document.failed[path] = { code }
  const masked = maskedPlaces(document.resources)
  if (masked.length > 0) {
    const paths = masked.slice(0, shownPlaces).map(quoteOutput)
    const counts = { values: masked.length, more: masked.length - paths.length }
    dependencies.log('warn', message('log_dashboard_masked', { artifact: key, paths, ...counts }))
  }
  const text = new TextPipeline({ store: () => dependencies.storeText(key) })
  const raw = documentText(document)
  for (let at = 0; at < raw.length; at += pieceBytes) await text.push(raw.subarray(at, at + pieceBytes))
  const metadata = masked.length > 0 ? { masked: { secrets: masked.length } } : {}
  const problems = failed.map(({ path, seen }) =>
    message('warning_request_failed', { artifact: key, path, seen: quoteOutput(seen) }),
  )
  const capture = {
    key,
    transport: 'api',
    metadata,
    problems,
    capturedAt: dependencies.now(),
    ...(await text.end()).text,
  } as const
  return { kind: 'text', capture }
}

const shownPlaces = 20
const pieceBytes = 256 * 1024

function cloudOf(platform: Platform): CloudDescription {
  if (platform.api?.driver !== 'netco_meraki') throw new Error(`${platform.id} is no cloud of this kind`)
  return platform.api
}

/** @throws DeviceFailure platform_unsupported on an agent, which does not know to which hosts the key may be sent */
function accessOf({ cloud }: CollectDependencies): CloudAccess {
  if (cloud) return cloud
  const advice = message('advice_cloud_read_by_service')
  throw new DeviceFailure('platform_unsupported', {
    step: message('step_opening_connection_method', { transport: 'api' }),
    seen: 'an agent',
    advice,
  })
}

function tokenOf(job: JobSpec): string {
  if (!job.addressApproved) {
    const { host, ports } = job.device
    throw addressUnapproved(job, { host, port: ports.api, seen: 'an unapproved address' })
  }
  const { api_token: token } = credentialOf(job, 'api')
  if (token !== undefined) return token
  const seen = 'a credential without an API token'
  throw new DeviceFailure('credential_missing', {
    step: message('step_logging_in_to_api'),
    expected: message('expected_api_token'),
    seen,
  })
}

function textOf(option: unknown): string {
  return typeof option === 'string' ? option : ''
}
