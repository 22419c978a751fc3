import { expect } from 'chai'
import { differenceRoute } from '../../../../../desktop/console/ui/lineage/difference-route.ts'

describe('the link of a change', () => {
  const permittedRoute = (name: string, query: Record<string, string> = {}) => ({ name, query })
  const change = (version: object, previous_version_id: string | null = 'older') => ({
    version: { id: 'newer', artifact_id: 'running', kind: 'text' as const, snapshot_id: null, ...version },
    previous_version_id,
    device: { id: 'core-1' },
  })
  const lineage = { device: 'core-1', artifact: 'running' }

  for (const [what, of, place] of [
    ['its comparison', change({}), { name: 'compare', query: { ...lineage, from: 'older', to: 'newer' } }],
    ['its only version', change({}, null), { name: 'compare', query: { ...lineage, to: 'newer' } }],
    [
      'a text, if its kind is unknown',
      change({ kind: undefined }, null),
      { name: 'compare', query: { ...lineage, to: 'newer' } },
    ],
    [
      'the snapshot of a tree beside the previous one',
      change({ kind: 'blob', snapshot_id: 'tree' }),
      { name: 'snapshots', query: { ...lineage, snapshot: 'tree', other: 'previous' } },
    ],
    [
      'the first snapshot of a tree',
      change({ kind: 'blob', snapshot_id: 'tree' }, null),
      { name: 'snapshots', query: { ...lineage, snapshot: 'tree' } },
    ],
    ['the latest snapshot of a tree that is gone', change({ kind: 'blob' }), { name: 'snapshots', query: lineage }],
  ] as const) {
    it(`is ${what}`, () => {
      expect(differenceRoute(permittedRoute, of)).to.deep.equal(place)
    })
  }

  it('is absent for a role without such a page', () => {
    expect(differenceRoute(() => undefined, change({}))).to.equal(undefined)
  })
})
