import type { components } from '../../../../shared/contract/api-types.ts'
import type { usePermittedRoute } from '../usePermittedRoute.ts'

type Version = components['schemas']['Version']

/** The fields of a change that locate its diff. A list without the kind of lineage contains texts. */
interface Step {
  version: Pick<Version, 'id' | 'artifact_id' | 'snapshot_id'> & { kind: Version['kind'] | undefined }
  previous_version_id: string | null
  device: { id: string }
}

/**
 * Returns the link of a change: the diff of a text, or of a tree with its previous snapshot; undefined as for `permittedRoute`.
 */
export function differenceRoute(
  permittedRoute: ReturnType<typeof usePermittedRoute>,
  { version: to, previous_version_id: from, device }: Step,
) {
  const lineage = { device: device.id, artifact: to.artifact_id }
  if (to.kind === 'blob')
    return permittedRoute('snapshots', {
      ...lineage,
      ...(to.snapshot_id && { snapshot: to.snapshot_id }),
      ...(to.snapshot_id && from && { other: 'previous' }),
    })
  return permittedRoute('compare', { ...lineage, ...(from && { from }), to: to.id })
}
