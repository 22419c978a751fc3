import type { components } from '../../../../shared/contract/api-types.ts'
import type { usePermittedRoute } from '../usePermittedRoute.ts'

type Version = components['schemas']['Version']

/** What of a change says where its difference is; a list that does not tell what kind of lineage it is has texts. */
interface Step {
  version: Pick<Version, 'id' | 'artifact_id' | 'snapshot_id'> & { kind: Version['kind'] | undefined }
  previous_version_id: string | null
  device: { id: string }
}

/** Where a change is looked at: the difference of a text, the snapshot itself of a tree. Undefined as `placeOf` says. */
export function differencePlace(
  placeOf: ReturnType<typeof usePermittedRoute>,
  { version: to, previous_version_id: from, device }: Step,
) {
  const lineage = { device: device.id, artifact: to.artifact_id }
  if (to.kind === 'blob')
    return placeOf('snapshots', { ...lineage, ...(to.snapshot_id && { snapshot: to.snapshot_id }) })
  return placeOf('compare', { ...lineage, ...(from && { from }), to: to.id })
}
