import { message } from '../../shared/messages/message.ts'
import { OutgoingFailed } from './outbound-client.ts'

const unknownNames = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NONAME', 'ENODATA']

/** Returns why a connection to a host failed, by the code of the error. */
export function explainSocketError(error: unknown, host: string): OutgoingFailed {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (unknownNames.includes(code)) {
    return new OutgoingFailed('name_unknown', message('outbound_name_unresolved', { host, error: code }))
  }
  const isTls = /CERT|SSL|TLS|EPROTO|SIGNATURE|ISSUER|SELF_SIGNED/.test(code)
  return isTls
    ? new OutgoingFailed('tls_failed', message('outbound_tls_failed', { host, error: code }))
    : new OutgoingFailed('unreachable', message('outbound_unreachable', { host, error: code || '?' }))
}
