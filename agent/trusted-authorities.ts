import tls from 'node:tls'

/** The certificate authorities of Node and of the computer, as PEM. */
export function trustedAuthorities(): string[] {
  return [...tls.getCACertificates('default'), ...systemCertificates()]
}

function systemCertificates(): string[] {
  try {
    return tls.getCACertificates('system')
  } catch {
    return [] // a computer without a store of its own
  }
}
