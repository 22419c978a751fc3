import type { components } from '../../../../shared/contract/api-types.ts'
import { useApi } from '../../client/session.ts'
import { useLatest } from '../../ui/useLatest.ts'

export type Compliance = components['schemas']['Compliance']
export type CompliantDevice = components['schemas']['CompliantDevice']
export type ComplianceLine = components['schemas']['ComplianceLine']
export type Golden = components['schemas']['GoldenConfiguration']

/** Compares the devices of a golden configuration with it; lists the lines of all devices, or those of one. */
export function useCompliance(id: () => string, deviceId: () => string | undefined) {
  const api = useApi()
  return useLatest([id, deviceId], async (signal) => {
    const params = { path: { golden_id: id() }, query: { device_id: deviceId() } }
    const { data } = await api.GET('/api/golden-configurations/{golden_id}/compliance', { params, signal })
    return { compliance: data!, golden: data!.golden!, deviceId: deviceId() }
  })
}

/** Returns the address that compares the golden version with the latest one of a device. */
export function comparisonRoute(golden: Golden, device: CompliantDevice) {
  const from = { from_device: golden.device_id, from_artifact: golden.artifact_id, from_version: golden.version_id }
  const to = {
    to_device: device.id,
    to_artifact: device.artifact_id ?? undefined,
    to_version: device.version_id ?? undefined,
  }
  return { name: 'compare-devices', query: { ...from, ...to } }
}
