import { isIP, type Socket } from 'node:net'
import tls from 'node:tls'
import type { KeyObject, X509Certificate } from 'node:crypto'
import { DeviceFailure } from '../device-failure.ts'
import type { FailureCode } from '../../shared/contract/failures.ts'
import type { AdviceMessage, ExpectationMessage, StepMessage } from '../../shared/messages/failure.ts'
import { message } from '../../shared/messages/message.ts'
import { trustedAuthorities } from '../trusted-authorities.ts'
import { dial } from './dial.ts'
import type { Observed, TrustDecision } from './session.ts'

export interface TlsTarget {
  /** A name or an address; IPv6 without brackets. */
  host: string
  port: number
  /** Whether to also offer versions and ciphers that are no longer secure. */
  legacyAlgorithms: boolean
  trust: TlsTrust
  timeouts: TlsTimeouts
  /** Called after each step. */
  onStep?: (step: 'connect' | 'handshake' | 'trust') => void
}

export interface TlsTimeouts {
  connectMs: number
  /** From the TCP connection to the certificate. */
  handshakeMs: number
}

/** The rules by which a certificate is trusted. The first that applies decides, in this order. */
export interface TlsTrust {
  /** SHA-256 in hex pairs of certificates that a user rejected. No other rule overrides this. */
  rejected?: readonly string[]
  /** SHA-256 in hex pairs of the only trusted certificate, whatever its issuer and validity. */
  pin?: string
  /** Whether any certificate is trusted. */
  acceptsAny: boolean
  // Next: a chain that validates for the host.
  /** PEM of authorities trusted in addition to the computer's. */
  authorities?: readonly string[]
  /** SHA-256 in hex pairs of approved certificates; they remain approved after they expire. */
  approved: readonly string[]
  /** Called for any other certificate. */
  checkFingerprint: (observed: Observed) => Promise<TrustDecision>
}

/** Why a certificate is trusted: it is the pinned one, any is accepted, its chain is valid, or a user approved it. */
export type TrustReason = 'pinned' | 'any' | 'chain' | 'approved'

export interface TlsFacts {
  protocol: string
  cipher: string
  /** The negotiated version and cipher that require `legacy_algorithms`; empty on a modern device. */
  legacyAlgorithms: string[]
  certificate: Observed
  trusted: TrustReason
}

export interface TlsConnection {
  socket: tls.TLSSocket
  facts: TlsFacts
}

/**
 * Opens a TLS connection to a trusted device. Nothing is sent before the handshake.
 * @throws DeviceFailure of `dial`; unsupported_algorithm, protocol_error, connection_timeout, connection_lost;
 *   tls_untrusted, fingerprint_unapproved or fingerprint_rejected, with the certificate that was presented
 * @throws the signal's reason when it is aborted
 */
export async function connectTls(target: TlsTarget, signal: AbortSignal): Promise<TlsConnection> {
  const raw = await dial(target.host, target.port, target.timeouts.connectMs, signal)
  target.onStep?.('connect')
  const socket = await shakeHands(raw, target, signal)
  target.onStep?.('handshake')
  try {
    const { certificate, trusted } = await checkCertificate(socket, target)
    target.onStep?.('trust')
    const protocol = socket.getProtocol() ?? ''
    const { name: cipher } = socket.getCipher()
    return {
      socket,
      facts: { protocol, cipher, legacyAlgorithms: legacyAmong(protocol, cipher), certificate, trusted },
    }
  } catch (failure) {
    socket.destroy()
    throw failure
  }
}

function shakeHands(raw: Socket, target: TlsTarget, signal: AbortSignal): Promise<tls.TLSSocket> {
  const { host, timeouts, legacyAlgorithms } = target
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      socket: raw,
      host,
      servername: isIP(host) === 0 ? host : undefined, // RFC 6066 §3: a server name cannot be an address
      secureContext: contextFor(legacyAlgorithms, target.trust.authorities ?? []),
      rejectUnauthorized: false, // trust is decided below, before a byte of a request is sent
    })
    const timer = setTimeout(() => {
      const seen = raw.bytesRead > 0 ? 'the beginning of a handshake' : 'an open port that sent nothing'
      const advice = message('advice_check_api_port')
      end(
        new DeviceFailure('protocol_error', {
          step: stepOf(target),
          expected: message('expected_certificate'),
          seen,
          advice,
        }),
      )
    }, timeouts.handshakeMs)
    const onAbort = () => end(signal.reason)
    const onError = (error: NodeJS.ErrnoException) => end(failureOf(error, target))
    const onClose = () => end(failureOf(new Error('the device closed the connection'), target))
    function forget() {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      socket.off('close', onClose)
    }
    function end(reason: unknown) {
      forget()
      socket.destroy()
      raw.destroy()
      reject(reason)
    }
    socket.on('error', onError) // not removed: an error on a socket without a listener would end the process
    socket.once('close', onClose)
    socket.once('secureConnect', () => {
      forget()
      resolve(socket)
    })
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
  })
}

async function checkCertificate(
  socket: tls.TLSSocket,
  target: TlsTarget,
): Promise<{ certificate: Observed; trusted: TrustReason }> {
  const { trust, host, port } = target
  const shown = socket.getPeerX509Certificate()
  const step = message('step_checking_certificate', { host, port })
  if (!shown) throw new DeviceFailure('protocol_error', { step, expected: message('expected_certificate'), seen: '' })
  const certificate: Observed = {
    kind: 'tls_certificate',
    algorithm: algorithmOf(shown),
    fingerprint: shown.fingerprint256,
    host,
    port,
  }
  const seen = describeCertificate(shown, socket.authorizationError)
  if (trust.rejected?.includes(certificate.fingerprint)) {
    throw new DeviceFailure('fingerprint_rejected', {
      step,
      expected: message('expected_certificate_not_rejected'),
      seen,
    })
  }
  if (trust.pin !== undefined) {
    const expected = message('expected_pinned_certificate', { fingerprint: trust.pin.toUpperCase() })
    if (trust.pin.toUpperCase() !== certificate.fingerprint)
      throw new DeviceFailure('tls_untrusted', { step, expected, seen, advice: pinAdvice })
    return { certificate, trusted: 'pinned' }
  }
  if (trust.acceptsAny) return { certificate, trusted: 'any' }
  if (socket.authorized) return { certificate, trusted: 'chain' }
  if (trust.approved.includes(certificate.fingerprint)) return { certificate, trusted: 'approved' }
  const decision = await trust.checkFingerprint(certificate)
  if (decision === 'approved') return { certificate, trusted: 'approved' }
  throw new DeviceFailure(decision === 'refused' ? 'fingerprint_rejected' : 'fingerprint_unapproved', {
    step,
    expected: message('expected_certificate_trusted'),
    seen,
  })
}

const pinAdvice = message('advice_certificate_pin')

function describeCertificate(shown: X509Certificate, doubt: Error | string | null): string {
  const why = typeof doubt === 'string' ? doubt : (doubt?.message ?? '')
  const facts = [`${algorithmOf(shown)} ${shown.fingerprint256}`, shown.subject.replaceAll('\n', ', '), why]
  return [...facts, `valid until ${shown.validTo}`].filter((fact) => fact !== '').join('; ')
}

function algorithmOf(shown: X509Certificate): string {
  try {
    return describeKey(shown.publicKey)
  } catch {
    return 'a key of an unknown kind'
  }
}

function describeKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string {
  const size = asymmetricKeyDetails?.modulusLength ?? asymmetricKeyDetails?.namedCurve
  return [asymmetricKeyType?.toUpperCase(), size].filter((part) => part !== undefined).join(' ')
}

/** By their settings: parsing several hundred certificates for each connection would cost more than the connection. */
const contexts = new Map<string, tls.SecureContext>()

/** Customers of one agent rarely have more authorities of their own. */
const maxContexts = 64

function contextFor(legacyAllowed: boolean, authorities: readonly string[]): tls.SecureContext {
  const settings = [legacyAllowed, ...authorities].join('\n')
  const context = contexts.get(settings) ?? createContext(legacyAllowed, authorities)
  if (!contexts.has(settings) && contexts.size >= maxContexts) contexts.clear()
  contexts.set(settings, context)
  return context
}

function createContext(legacyAllowed: boolean, authorities: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({
    ca: [...trustedAuthorities(), ...authorities],
    ...(legacyAllowed && {
      minVersion: 'TLSv1',
      ciphers: 'ALL:!aNULL:!eNULL:@SECLEVEL=0',
      secureOptions: legacyServerConnect,
    }),
  })
}

/** OpenSSL's SSL_OP_LEGACY_SERVER_CONNECT, for servers without RFC 5746. Node has no constant for it. */
const legacyServerConnect = 0x4

function legacyAmong(protocol: string, cipher: string): string[] {
  const isOld = /^(?:SSLv|TLSv1$|TLSv1\.1)/.test(protocol)
  const isWeak = /RC4|DES|MD5|NULL|EXP|CAMELLIA|SEED|IDEA/.test(cipher)
  return [...(isOld ? [protocol] : []), ...(isWeak ? [cipher] : [])]
}

function stepOf({ host, port }: TlsTarget): StepMessage {
  return message('step_agreeing_on_keys', { host, port })
}

/** OpenSSL's errors are distinguished by their codes: `ERR_SSL_` and the reason in capitals. */
function failureOf(error: NodeJS.ErrnoException, target: TlsTarget): DeviceFailure {
  const code = error.code ?? ''
  const kind = kinds.find(({ codes }) => codes.test(code))
  return new DeviceFailure(kind?.failure ?? 'connection_lost', {
    step: stepOf(target),
    expected: kind?.expected,
    seen: code.startsWith('ERR_SSL_')
      ? code.slice('ERR_SSL_'.length).replaceAll('_', ' ').toLowerCase()
      : error.message,
    advice: kind?.failure === 'unsupported_algorithm' && target.legacyAlgorithms ? noHelp : kind?.advice,
  })
}

const noHelp = message('advice_device_updates_only')

const kinds: { codes: RegExp; failure: FailureCode; expected: ExpectationMessage; advice?: AdviceMessage }[] = [
  {
    codes: /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|RECORD_LAYER|BAD_RECORD_TYPE|UNEXPECTED_MESSAGE/,
    failure: 'protocol_error',
    expected: message('expected_tls'),
    advice: message('advice_api_port_tls'),
  },
  {
    codes:
      /UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|HANDSHAKE_FAILURE|NO_CIPHERS|CIPHER|KEY_TOO_SMALL|INSUFFICIENT_SECURITY|LEGACY|INAPPROPRIATE_FALLBACK|SIGNATURE|DIGEST|NO_SHARED|BAD_ECPOINT|WRONG_CURVE/,
    failure: 'unsupported_algorithm',
    expected: message('expected_tls_in_common'),
    advice: message('advice_old_tls'),
  },
  { codes: /^ERR_SSL_/, failure: 'protocol_error', expected: message('expected_tls') },
]
