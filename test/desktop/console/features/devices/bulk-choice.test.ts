import { expect } from 'chai'
import { message } from '../../../../../shared/messages/message.ts'
import { effectScope, nextTick, ref, shallowRef } from 'vue'
import { type DeviceChoice, changeInSlices, sendInSlices } from '../../../../../desktop/console/features/devices/send-in-slices.ts' // prettier-ignore
import { type ChosenDevices, bulkKinds } from '../../../../../desktop/console/features/devices/bulk-kinds.ts'
import type { Permission } from '../../../../../desktop/console/client/session.ts'
import { useBulkChoice } from '../../../../../desktop/console/features/devices/useBulkChoice.ts'

const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `device-${at}` }))
const idsOf = (count: number) => rowsOf(count).map(({ id }) => id)

describe('the devices of a bulk change', () => {
  function aChoice() {
    const rows = shallowRef(rowsOf(3))
    const selected = ref(idsOf(3))
    const scope = effectScope()
    const choice = scope.run(() =>
      useBulkChoice(
        () => rows.value,
        selected,
        () => ({ site: 'Ghent' }),
      ),
    )!
    return { rows, selected, scope, ...choice }
  }

  it('are all that match the filters, also when more of them are loaded', async () => {
    const { rows, selected, takesAll, isAllTicked, which, scope } = aChoice()
    expect(which.value).to.deep.equal({ ids: idsOf(3) })

    takesAll.value = true
    rows.value = rowsOf(6)
    await nextTick()

    expect(which.value).to.deep.equal({ filter: { site: 'Ghent' } })
    expect(selected.value).to.deep.equal(idsOf(6))
    expect(isAllTicked.value).to.equal(true)
    scope.stop()
  })

  it('are the selected ones again once one is deselected', async () => {
    const { selected, takesAll, isAllTicked, which, scope } = aChoice()

    takesAll.value = true
    selected.value = idsOf(2)
    await nextTick()

    expect(which.value).to.deep.equal({ ids: idsOf(2) })
    expect(isAllTicked.value).to.equal(false)
    scope.stop()
  })
})

describe('the actions on several devices', () => {
  const inService = { decommissioned_at: null }
  const decommissioned = { decommissioned_at: '2026-11-01T00:00:00Z' }
  const kindsOf = (devices: ChosenDevices, permissions: Permission[] = ['device:write', 'retention:write']) =>
    bulkKinds(devices, (permission) => permissions.includes(permission)).map(({ kind }) => kind)
  const serviceOf = (devices: ChosenDevices) => kindsOf(devices, ['device:write']).slice(8)

  it('take out of service or reinstate those of the selected ones that they can', () => {
    const which = { ids: ['one', 'two'] }

    expect(serviceOf({ which, chosen: [inService] })).to.deep.equal(['decommission'])
    expect(serviceOf({ which, chosen: [decommissioned] })).to.deep.equal(['reinstate'])
    expect(serviceOf({ which, chosen: [inService, decommissioned] })).to.deep.equal(['decommission', 'reinstate'])
  })

  it('are those that can apply to all that match, also if only others are loaded', () => {
    const chosen = [inService]

    expect(serviceOf({ which: { filter: { decommissioned: false } }, chosen })).to.deep.equal(['decommission'])
    expect(serviceOf({ which: { filter: { state: ['failed', 'stale'] } }, chosen })).to.deep.equal(['decommission'])
    expect(serviceOf({ which: { filter: { state: 'decommissioned' } }, chosen })).to.deep.equal(['reinstate'])
    expect(serviceOf({ which: { filter: { state: ['failed', 'decommissioned'] } }, chosen })).to.deep.equal([
      'decommission',
      'reinstate',
    ])
  })

  it('are those that the user may do', () => {
    const devices = { which: { ids: ['one'] }, chosen: [inService] }

    expect(kindsOf(devices)).to.deep.equal(['enable', 'disable', 'schedule', 'tags', 'site', 'credential', 'agents', 'transport', 'retention', 'decommission']) // prettier-ignore
    expect(kindsOf(devices, ['retention:write'])).to.deep.equal(['retention'])
    expect(kindsOf(devices, [])).to.deep.equal([])
  })
})

describe('a bulk change of more devices than one request allows', () => {
  const summarise = (which: DeviceChoice) => ({
    dry_run: false,
    selected: which.ids?.length ?? 0,
    changed: which.ids?.length ?? 0,
    unchanged: 0,
    refused: 0,
    notes: ['the same for all'],
    note_messages: [message('note_nothing_changed', { rejected: 1 })],
    devices: (which.ids ?? []).map((id) => ({
      id,
      name: id,
      changed: ['enabled'],
      changes: [],
      lost_options: [],
      errors: [],
    })),
  })

  it('is sent in parts, and reported as one', async () => {
    const slices: number[] = []
    const progress: number[] = []

    const { changed, selected, notes, devices, preview } = await sendInSlices(
      { ids: idsOf(4_500) },
      (which) => {
        slices.push(which.ids?.length ?? 0)
        const totals = { lineages: 1, versions: 2, size_bytes: 3 }
        return Promise.resolve({ ...summarise(which), preview: { totals, lineages: [] } })
      },
      (count) => progress.push(count),
    )

    expect(slices).to.deep.equal([2_000, 2_000, 500])
    expect(progress).to.deep.equal([2_000, 4_000, 4_500])
    expect([selected, changed, devices.length]).to.deep.equal([4_500, 4_500, 4_500])
    expect(notes).to.deep.equal(['the same for all'])
    expect(preview).to.deep.equal({ totals: { lineages: 3, versions: 6, size_bytes: 9 }, lineages: [] })
  })

  it('stops at the part that is rejected', async () => {
    let sent = 0

    const refusal = await sendInSlices(
      { ids: idsOf(4_500) },
      (which) => {
        sent += 1
        return sent === 2 ? Promise.reject(new Error('refused')) : Promise.resolve(summarise(which))
      },
      () => undefined,
    ).catch((error: unknown) => error as Error)

    expect((refusal as Error).message).to.equal('refused')
    expect(sent).to.equal(2)
  })

  it('reports what changed before a rejected part, which can then be undone in parts', async () => {
    const ids = idsOf(6_500)
    const slices: string[][] = []
    const told: string[][] = []
    const progress: number[] = []
    const send = ({ ids: slice = [] }: DeviceChoice) => {
      slices.push(slice)
      if (slices.length === 3) return Promise.reject(new Error('refused'))
      const answer = summarise({ ids: slice })
      const changes = [{ field: 'decommissioned_at', before: null, after: 'now' }]
      const devices = answer.devices.map((device) => (device.id === 'device-0' ? device : { ...device, changes }))
      return Promise.resolve({ ...answer, devices })
    }

    const change = changeInSlices(
      ids,
      send,
      (changed) => told.push(changed),
      (count) => progress.push(count),
    )
    const refusal = await change.catch((error: unknown) => error)
    await sendInSlices({ ids: told[0]! }, send)

    expect((refusal as Error).message).to.equal('refused')
    expect(told).to.deep.equal([ids.slice(1, 4_000)])
    expect(progress).to.deep.equal([2_000, 4_000])
    expect(slices.slice(3)).to.deep.equal([ids.slice(1, 2_001), ids.slice(2_001, 4_000)])
  })

  it('reports nothing if its first part is rejected', async () => {
    const told: string[][] = []

    const change = changeInSlices(
      idsOf(3),
      () => Promise.reject(new Error('refused')),
      (ids) => told.push(ids),
    )

    expect(await change.catch(({ message }: Error) => message)).to.equal('refused')
    expect(told).to.deep.equal([])
  })
})
