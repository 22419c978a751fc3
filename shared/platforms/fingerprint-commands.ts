import type { PlatformId } from './registry.ts'

export type ProofKind = 'ssh_host_key' | 'tls_certificate'

/** How a user displays a device's own key or certificate on the device. */
export interface WayToSee {
  /** Commands to enter on the device, in order. */
  commands: readonly string[]
  /** What the commands show. The fingerprint of a key or certificate must be computed. */
  shows: 'fingerprint' | 'key' | 'certificate'
  /** A remark on the output. */
  note?: 'bare' | 'cut-short' | 'old-md5' | 'of-trustpoint' | 'default-place'
}

/** The fingerprint that was seen, and the address. */
export interface Proof {
  kind: ProofKind
  /** `ssh-ed25519`, `ssh-rsa`, `ecdsa-sha2-nistp256`; not used for a certificate. */
  algorithm: string
  host: string
  port: number
}

/** Returns the commands for a platform; undefined if no command is known for certain. */
export function fingerprintCommand(platform: string, { kind, algorithm }: Pick<Proof, 'kind' | 'algorithm'>) {
  const way = (ways as Partial<Record<string, (typeof ways)[PlatformId]>>)[platform]?.[kind]
  if (!way) return undefined
  const commands = way.commands.map((command) => command.replaceAll('{type}', keyTypeOf(algorithm)))
  return { ...way, commands } satisfies WayToSee
}

/**
 * Returns a shell command that reads the same over the network. Run it from a place without an attacker in between:
 * over the agent's own path it proves nothing.
 */
export function scanCommand({ kind, algorithm, host, port }: Proof): string {
  if (kind === 'ssh_host_key') {
    return `ssh-keyscan -p ${port} -t ${keyTypeOf(algorithm)} ${quoted(host)} | ssh-keygen -lf -`
  }
  const address = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
  return `openssl s_client -connect ${quoted(address)} < /dev/null | openssl x509 -noout -fingerprint -sha256`
}

/**
 * Sources: linux_server: OpenSSH's ssh-keygen(1). netco_iosxe: `show ip ssh` as in docs/quick-start.md, and `show
 * crypto pki certificates pem` as in Cisco's own tests of IOS XE. netco_nxos: captures of a Nexus 9000 and the sample
 * of `show nxapi` in Cisco's NX-API reference, which contains the certificate. PAN-OS 11.1: a guest's console.
 * routeco_junos: Juniper's page "Acknowledging SSH Fingerprints from Devices". lbco_bigip: the location of host keys in
 * its start scripts, and of the device certificate in F5's manual "Device Certificate Management". FortiOS has no
 * documented command for its host key; PAN-OS and FortiOS have none for the certificate of their web server.
 */
const ways: Record<PlatformId, Partial<Record<ProofKind, WayToSee>>> = {
  fwco_fortios: {},
  lbco_bigip: {
    ssh_host_key: {
      commands: [`run /util bash -c 'ssh-keygen -lf /config/ssh/ssh_host_{type}_key.pub'`],
      shows: 'fingerprint',
      note: 'old-md5',
    },
    tls_certificate: {
      commands: [
        `run /util bash -c 'openssl x509 -noout -fingerprint -sha256 -in /config/httpd/conf/ssl.crt/server.crt'`,
      ],
      shows: 'fingerprint',
      note: 'default-place',
    },
  },
  linux_server: {
    ssh_host_key: { commands: ['ssh-keygen -lf /etc/ssh/ssh_host_{type}_key.pub'], shows: 'fingerprint' },
  },
  netco_iosxe: {
    ssh_host_key: { commands: ['show ip ssh'], shows: 'key', note: 'cut-short' },
    tls_certificate: { commands: ['show crypto pki certificates pem'], shows: 'certificate', note: 'of-trustpoint' },
  },
  netco_meraki: {},
  netco_nxos: {
    ssh_host_key: { commands: ['show ssh key'], shows: 'fingerprint', note: 'old-md5' },
    tls_certificate: { commands: ['show nxapi'], shows: 'certificate' },
  },
  pafw_panorama: { ssh_host_key: panos() },
  pafw_panos: { ssh_host_key: panos() },
  routeco_junos: {
    ssh_host_key: {
      commands: ['start shell', 'ssh-keygen -E sha256 -lf /etc/ssh/ssh_host_{type}_key.pub'],
      shows: 'fingerprint',
    },
  },
}

function panos(): WayToSee {
  return { commands: ['show ssh-fingerprints hash-type sha256 format base64'], shows: 'fingerprint', note: 'bare' }
}

/** Returns the key type in OpenSSH's key file names. */
function keyTypeOf(algorithm: string): 'ed25519' | 'ecdsa' | 'dsa' | 'rsa' {
  if (algorithm.includes('ed25519')) return 'ed25519'
  if (algorithm.startsWith('ecdsa')) return 'ecdsa'
  return algorithm === 'ssh-dss' ? 'dsa' : 'rsa'
}

/** Quotes for a POSIX shell, so that a copied command runs as shown. */
function quoted(word: string): string {
  return /^[A-Za-z0-9._:][A-Za-z0-9._:-]*$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
