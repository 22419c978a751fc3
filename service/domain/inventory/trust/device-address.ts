import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { apiPortOf, apiProofOf, type Transport } from '../../../../shared/platforms/platform.ts'
import { platformById } from '../../../../shared/platforms/registry.ts'
import type { AddressOption, Device, DeviceAddress } from '../../../store/models/device.ts'

/** Options that determine the destination of a secret, and the required proof of identity. */
const addressOptions: readonly AddressOption[] = [
  'ssh_port',
  'api_port',
  'verify_tls',
  'tls_fingerprint',
  'netco_region',
]

export type AddressFields = Pick<
  Device,
  'platform' | 'hostname' | 'credentialId' | 'credentialApiId' | 'credentialSshId' | 'options'
>

/** A credential, and the host and port that one transport sends it to. */
export interface SecretDestination {
  transport: Transport
  platform: string
  credentialId: string
  host: string
  port: number
  /** Port that NETCONF falls back to if its own port is closed; null on other transports. */
  otherPort: number | null
  /** False if the API's certificate is not checked; true on transports without certificates. */
  verifyTls: boolean
  /** In upper case; null if no certificate is pinned. */
  tlsFingerprint: string | null
  region: string | null
}

export function addressOf(device: AddressFields): DeviceAddress {
  const options = Object.fromEntries(
    addressOptions.flatMap((name) => {
      const value = device.options[name]
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
  return {
    platform: device.platform,
    hostname: device.hostname,
    credential_id: device.credentialId,
    credential_api_id: device.credentialApiId,
    credential_ssh_id: device.credentialSshId,
    options,
  }
}

/**
 * Returns the destinations of a device's secrets: one for each transport of its platform that has a credential. A stored
 * platform may use both transports in its next version, so both count.
 */
export function secretDestinations(address: DeviceAddress): SecretDestination[] {
  const platform = platformById(address.platform)
  const credentials: Record<Transport, string | null> = {
    ssh: address.credential_ssh_id ?? address.credential_id,
    api: address.credential_api_id ?? address.credential_id,
  }
  const provesByTls = apiProofOf(platform) === 'tls_certificate'
  return (platform?.transports ?? (['api', 'ssh'] as const)).flatMap((transport): SecretDestination[] => {
    const credentialId = credentials[transport]
    if (credentialId === null) return []
    const isTls = transport === 'api' && provesByTls
    const { verify_tls: verify, tls_fingerprint: pin, netco_region: region } = address.options
    const sshPort = portOf(address.options.ssh_port, 22)
    return [
      {
        transport,
        platform: address.platform,
        credentialId,
        host: address.hostname,
        port: transport === 'ssh' ? sshPort : portOf(address.options.api_port, apiPortOf(platform)),
        otherPort: transport === 'api' && !provesByTls ? sshPort : null,
        verifyTls: !isTls || verify !== false,
        tlsFingerprint: isTls && typeof pin === 'string' ? pin.toUpperCase() : null,
        region: typeof region === 'string' ? region : null,
      },
    ]
  })
}

function portOf(option: unknown, standard: number): number {
  return typeof option === 'number' ? option : standard
}

/**
 * Whether every secret of a device is sent only to approved destinations. A device without a credential needs no
 * approval. A change that only turns on certificate checks needs none either.
 */
export function isAddressApproved(device: AddressFields & Pick<Device, 'approvedAddress'>): boolean {
  if (device.approvedAddress && isAddressOf(device, device.approvedAddress)) return true
  const approved = device.approvedAddress ? secretDestinations(device.approvedAddress) : []
  return secretDestinations(addressOf(device)).every((destination) =>
    approved.some((one) =>
      isDeepStrictEqual({ ...one, verifyTls: one.verifyTls || destination.verifyTls }, destination),
    ),
  )
}

/** Whether the address is exactly that of the device, as of most devices. A comparison of destinations takes longer. */
function isAddressOf(device: AddressFields, address: DeviceAddress): boolean {
  return (
    address.platform === device.platform &&
    address.hostname === device.hostname &&
    address.credential_id === device.credentialId &&
    address.credential_api_id === device.credentialApiId &&
    address.credential_ssh_id === device.credentialSshId &&
    addressOptions.every((name) => (address.options[name] ?? null) === (device.options[name] ?? null))
  )
}

/** Returns the digest of an address that an approver has seen, 64 hexadecimal digits. */
export function addressDigest(address: DeviceAddress): string {
  return createHash('sha256')
    .update(JSON.stringify(secretDestinations(address)))
    .digest('hex')
}

/** Whether a change makes a device accept certificates that were rejected before. */
export function lowersTlsTrust(before: AddressFields['options'], after: AddressFields['options']): boolean {
  const pinOf = ({ tls_fingerprint: pin }: AddressFields['options']) =>
    typeof pin === 'string' ? pin.toUpperCase() : null
  if (pinOf(before) !== null) return pinOf(after) !== pinOf(before)
  return pinOf(after) === null && before['verify_tls'] !== false && after['verify_tls'] === false
}

/** Returns the fields in which two addresses differ, before and after; null if they are equal. */
export function addressDifference(
  before: DeviceAddress,
  after: DeviceAddress,
): { from: Record<string, unknown>; to: Record<string, unknown> } | null {
  const plain = ({ options, ...fields }: DeviceAddress): Record<string, unknown> => ({ ...fields, ...options })
  const [old, now] = [plain(before), plain(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((name) => old[name] !== now[name])
  if (names.length === 0) return null
  const only = (all: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, all[name] ?? null]))
  return { from: only(old), to: only(now) }
}
