import type { components } from '../../../../../shared/contract/api-types.ts'
import type { ReadDryRun } from '../../read-dry-run-report.ts'

type Shortfall = components['schemas']['DryRunShortfall']

/** Returns why a version did not pass: what a backup would refuse, and what the dry run could not show. */
export function findShortfalls({ artifacts, untried }: ReadDryRun, isLabMode: boolean): Shortfall[] {
  const ofArtifacts = artifacts.flatMap(({ key, outcome, cuts }): Shortfall[] => {
    if (outcome === 'refused') return [{ code: 'refused', artifact: key }]
    if (outcome === 'absent') return []
    if (!cuts) return [{ code: 'not_cut', artifact: key }]
    return cuts.accepted > 0 ? [{ code: 'cut_accepted', artifact: key }] : []
  })
  return [
    ...(artifacts.some(({ outcome }) => outcome === 'accepted')
      ? []
      : [{ code: 'nothing_accepted' as const, artifact: null }]),
    ...ofArtifacts,
    ...untried.map((artifact) => ({ code: 'not_tried' as const, artifact })),
    ...(isLabMode ? [{ code: 'lab_mode' as const, artifact: null }] : []),
  ]
}
