import { expect } from 'chai'
import {
  type Transition,
  ranked,
  sharesOf,
  slotsOf,
  totalsOf,
} from '../../../../../desktop/console/features/divergence/transitions.ts'

const transition = (id: string, added: number | null, fields: Partial<Transition> = {}): Transition => ({
  id,
  artifactId: 'a',
  key: 'running-config',
  transport: 'ssh',
  kind: 'text',
  snapshotId: null,
  fromId: null,
  at: '2026-03-12T10:00:00Z',
  added,
  removed: added === null ? null : 1,
  device: { id: 'd1', tenantId: 't', name: 'core-1', site: 'Ghent', platform: 'netco_iosxe' },
  isReviewed: false,
  ...fields,
})
const other = { id: 'd2', tenantId: 't', name: 'edge-1', site: '', platform: 'routeco_junos' }
const all = [
  transition('1', 4),
  transition('2', null, { at: '2026-03-12T11:30:00Z' }),
  transition('3', 100, { device: other, isReviewed: true }),
  transition('4', 4, { at: '2026-03-12T11:00:00Z' }),
]

describe('the ranking of changes', () => {
  it('sorts by size, then by time, with unknown sizes last', () => {
    expect(ranked(all).map(({ id }) => id)).to.deep.equal(['3', '4', '1', '2'])
  })

  it('groups changes by a common property, by lines or by number', () => {
    const byDevice = ({ device }: Transition) => ({ key: device.id, name: device.name })

    expect(sharesOf(all, byDevice, 'lines').map(({ name }) => name)).to.deep.equal(['edge-1', 'core-1'])
    expect(sharesOf(all, byDevice, 'changes')[0]).to.deep.equal({
      key: 'd1',
      name: 'core-1',
      changes: 3,
      added: 8,
      removed: 2,
      unknown: 1,
      devices: 1,
      at: '2026-03-12T11:30:00Z',
    })
  })

  it('has totals', () => {
    expect(totalsOf(all)).to.deep.equal({ changes: 4, devices: 2, added: 108, removed: 3, unknown: 1, unreviewed: 3 })
  })

  it('divides changes into time slots, both ends included', () => {
    const [since, until] = [new Date('2026-03-12T10:00:00Z'), new Date('2026-03-12T12:00:00Z')]

    expect(slotsOf(all, since, until, 2).map(({ changes, lines }) => [changes, lines])).to.deep.equal([
      [2, 106],
      [2, 5],
    ])
    expect(slotsOf([transition('5', 1, { at: '2026-03-12T12:00:00Z' })], since, until, 2)[1]?.changes).to.equal(1)
  })
})
