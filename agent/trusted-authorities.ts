import tls from 'node:tls'

/** Returns the certificate authorities of Node and of the computer, as PEM. */
export function trustedAuthorities(): string[] {
  return [...tls.getCACertificates('default'), ...systemCertificates()]
}

function systemCertificates(): string[] {
  try {
    return tls.getCACertificates('system')
  } catch {
    return [] // a computer without its own store
  }
}
