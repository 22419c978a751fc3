import { message } from '../../../shared/messages/message.ts'
import { DeviceFailure } from '../../device-failure.ts'
import type { JobSpec } from '../../job-spec.ts'
import { openHttps, type HttpsSession } from '../../sessions/https.ts'
import type { TlsTimeouts } from '../../sessions/tls.ts'
import { addressUnapproved } from '../address-unapproved.ts'
import type { CollectDependencies } from '../device-collector.ts'

export const tlsTimeouts: TlsTimeouts = { connectMs: 15_000, handshakeMs: 30_000 }

/**
 * Connects to the API of the job's device. Logs the negotiated parameters and why the device is trusted.
 * @throws DeviceFailure of the step that failed, before any secret was sent
 */
export async function openHttpsSession(job: JobSpec, dependencies: CollectDependencies): Promise<HttpsSession> {
  const { device, approved } = job
  const { host, options } = device
  const port = device.ports.api
  dependencies.log('info', message('log_connecting_https', { host, port }))
  const opening = openHttps(
    {
      host,
      port,
      legacyAlgorithms: options['legacy_algorithms'] === true,
      timeouts: dependencies.tlsTimeouts ?? tlsTimeouts,
      onStep: dependencies.onStep,
      trust: {
        pin: pinOf(options['tls_fingerprint']),
        acceptsAny: options['verify_tls'] === false,
        approved: approved.api,
        rejected: job.rejected,
        checkFingerprint: (observed) => {
          const { algorithm, fingerprint } = observed
          dependencies.log('info', message('log_certificate_shown', { algorithm, fingerprint }))
          return dependencies.checkFingerprint(observed)
        },
      },
    },
    dependencies.signal,
  )
  if (!job.addressApproved) return endUnapproved(job, opening)
  const session = await opening
  const { protocol, cipher, certificate, trusted, legacyAlgorithms } = session.facts
  const { algorithm, fingerprint } = certificate
  dependencies.log('info', message('log_tls_established', { protocol, cipher }))
  dependencies.log(
    trusted === 'any' ? 'warn' : 'info',
    message('log_certificate_trusted', { algorithm, fingerprint, reason: trusted }),
  )
  if (legacyAlgorithms.length > 0) {
    dependencies.log('warn', message('log_legacy_algorithms', { algorithms: legacyAlgorithms }))
  }
  return session
}

/** Reads the certificate, reports it if it needs a decision, and ends the run without sending anything else. */
async function endUnapproved(job: JobSpec, opening: Promise<HttpsSession>): Promise<never> {
  const { host, ports } = job.device
  try {
    const session = await opening
    await session.close()
    const { algorithm, fingerprint } = session.facts.certificate
    throw addressUnapproved(job, { host, port: ports.api, seen: `${algorithm} ${fingerprint}` })
  } catch (failure) {
    const isPending = failure instanceof DeviceFailure && failure.code === 'fingerprint_unapproved'
    throw isPending ? addressUnapproved(job, { host, port: ports.api, seen: failure.seen ?? '' }) : failure
  }
}

/** @throws DeviceFailure options_invalid for an invalid pin, which must not count as absent */
export function pinOf(option: unknown): string | undefined {
  if (option === undefined || option === null) return undefined
  if (typeof option === 'string' && /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/i.test(option)) return option
  const expected = message('expected_tls_fingerprint_option')
  throw new DeviceFailure('options_invalid', {
    step: message('step_reading_device_options'),
    expected,
    seen: String(option),
  })
}
