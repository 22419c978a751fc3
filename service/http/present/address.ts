import type { components } from '../../../shared/contract/api-types.ts'
import type { AddressView, NamedDestination } from '../../domain/inventory/trust/address-view.ts'

type Schemas = components['schemas']

export function presentAddress(view: AddressView): Schemas['DeviceAddress'] {
  const { device } = view
  return {
    tenant_id: device.tenantId,
    device: {
      id: device.id,
      name: device.name,
      platform: device.platform as Schemas['PlatformId'],
      site: device.site,
    },
    status: view.isApproved ? 'approved' : 'pending',
    digest: view.digest,
    destinations: view.destinations.map(presentDestination),
    approved_destinations: view.approved && view.approved.map(presentDestination),
    agents: view.agents,
    changed_at: device.addressChangedAt?.toISOString() ?? null,
    changed_by: device.addressChangedBy,
    approved_at: device.addressApprovedAt?.toISOString() ?? null,
    approved_by: device.addressApprovedBy,
  }
}

function presentDestination(destination: NamedDestination): Schemas['SecretDestination'] {
  return {
    transport: destination.transport,
    platform: destination.platform as Schemas['PlatformId'],
    host: destination.host,
    port: destination.port,
    credential_id: destination.credentialId,
    credential_name: destination.credentialName,
    verify_tls: destination.verifyTls,
    tls_fingerprint: destination.tlsFingerprint,
    region: destination.region,
  }
}
