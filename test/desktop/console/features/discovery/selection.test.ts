import { expect } from 'chai'
import { bodyOf, valuesOf } from '../../../../../desktop/console/features/discovery/fleet-values.ts'
import { organisationsOf, rowsOf } from '../../../../../desktop/console/features/discovery/network-rows.ts'
import {
  type Network,
  type RequestedChanges,
  planParts,
  createPlan,
  stateOf,
  selectedKeys,
  updateRequested,
} from '../../../../../desktop/console/features/discovery/selection.ts'

const none: RequestedChanges = new Map()

describe('the selection of a fleet’s networks', () => {
  const fresh = aNetwork('N_1', { existing: false, imported: false, device_id: null, device_name: null })
  const held = aNetwork('N_2', {})
  const byHand = aNetwork('N_3', { imported: false })
  const renamed = aNetwork('N_4', { device_name: 'before' })
  const gone = aNetwork('N_5', { seen: false })
  const out = aNetwork('N_6', { existing: false })
  const all = [fresh, held, byHand, renamed, gone, out]

  it('shows each network as new, known, renamed, gone or excluded', () => {
    expect(all.map(stateOf)).to.deep.equal(['new', 'known', 'known', 'changed', 'gone', 'out'])
    expect(stateOf(aNetwork('N_7', { device_name: 'N_7 (Example Ltd)' }))).to.equal('known')
    expect(stateOf(aNetwork('N_8', { name: 'a\u0007b', device_name: 'a b' }))).to.equal('known')
  })

  it('includes the networks that the fleet backs up, which need no action', () => {
    expect(selectedKeys(all, none)).to.deep.equal(['N_2', 'N_4', 'N_5'])
    expect(createPlan(all, none).size).to.equal(0)
  })

  it('plans an action for each changed network', () => {
    const requested = updateRequested(none, all, ['N_1', 'N_2', 'N_3', 'N_4', 'N_6'])

    const plan = createPlan(all, requested)

    expect(plan).to.deep.equal({
      imported: [fresh],
      reinstated: [out],
      adopted: [byHand],
      decommissioned: [gone],
      size: 4,
    })
    expect(planParts(plan)).to.deep.equal([
      { keys: ['N_5'], how: 'remove' },
      { keys: ['N_1', 'N_6', 'N_3'], how: 'add' },
    ])
  })

  it('keeps networks that a filter hides', () => {
    const first = updateRequested(none, all, ['N_1', 'N_2', 'N_4', 'N_5'])

    const second = updateRequested(first, [out], ['N_6'])
    const third = updateRequested(second, [fresh], [])

    expect([...second]).to.deep.equal([
      ['N_1', true],
      ['N_6', true],
    ])
    expect([...third]).to.deep.equal([['N_6', true]])
  })

  it('plans nothing for a network that another user has applied meanwhile', () => {
    const requested = updateRequested(none, all, ['N_1', 'N_2', 'N_4', 'N_5'])

    const later = all.map((network) => (network === fresh ? aNetwork('N_1', {}) : network))

    expect(createPlan(later, requested).size).to.equal(0)
    expect(selectedKeys(later, requested)).to.include('N_1')
  })

  it('is applied in parts when it is large', () => {
    const many = Array.from({ length: 4_500 }, (_, at) => ({ ...fresh, key: `N_${at}` }))

    const parts = planParts(createPlan(many, new Map(many.map(({ key }) => [key, true]))))

    expect(parts.map(({ keys }) => keys.length)).to.deep.equal([2_000, 2_000, 500])
  })

  it('is filtered by name, key, device, state and organisation', () => {
    const find = (filters: object) =>
      rowsOf(all, { q: '', state: '', organisation: '', ...filters }).map(({ key }) => key)

    expect(find({ q: 'n_4' })).to.deep.equal(['N_4'])
    expect(find({ q: 'BEFORE' })).to.deep.equal(['N_4'])
    expect(find({ state: 'gone' })).to.deep.equal(['N_5'])
    expect(find({ organisation: '77' })).to.deep.equal([])
    expect(organisationsOf(all)).to.deep.equal([{ value: '2930418', label: 'Example Ltd' }])
  })
})

describe('the fleet form', () => {
  it('accepts organisations separated by commas, blanks or semicolons', () => {
    const said = { ...valuesOf(), name: ' stores ', credential_id: 'c', org_ids: '1, 2;3\n3', region: 'nowhere' }

    expect(bodyOf(said)).to.deep.include({ name: 'stores', org_ids: ['1', '2', '3'], region: null, schedule: '' })
  })
})

function aNetwork(key: string, fields: Partial<Network>): Network {
  return {
    key,
    kind: 'network',
    name: key,
    organisation: 'Example Ltd',
    organisation_id: '2930418',
    product_types: ['switch'],
    existing: true,
    imported: true,
    seen: true,
    device_id: `device of ${key}`,
    device_name: key,
    ...fields,
  }
}
