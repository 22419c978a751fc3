import { expect } from 'chai'
import { effectScope, shallowRef } from 'vue'
import type { Wanted } from '../../../../../desktop/console/features/compare/sides.ts'
import { useStableSelection } from '../../../../../desktop/console/features/compare/useStableSelection.ts'

describe('the displayed sides of a comparison', () => {
  const versionsOf = (...ids: string[]) => ids.map((id) => ({ id, pinned: false }))

  function aReader(wanted: Wanted = {}) {
    const versions = shallowRef(versionsOf())
    const asked = shallowRef<Wanted>(wanted)
    const scope = effectScope()
    const held = scope.run(() =>
      useStableSelection(
        () => versions.value,
        () => asked.value,
      ),
    )!
    return { versions, asked, ...held, end: () => scope.stop() }
  }

  it('stay when a newer version is stored, which is offered', () => {
    const reader = aReader()
    reader.versions.value = versionsOf('b', 'a')
    expect(reader.sides.value).to.deep.equal({ from: 'a', to: 'b' })
    expect(reader.hasNewer.value).to.equal(false)

    reader.versions.value = versionsOf('c', 'b', 'a')
    expect(reader.sides.value).to.deep.equal({ from: 'a', to: 'b' })
    expect(reader.hasNewer.value).to.equal(true)

    reader.asked.value = { to: 'latest' }
    expect(reader.sides.value).to.deep.equal({ from: 'b', to: 'c' })
    expect(reader.hasNewer.value).to.equal(false)
    reader.end()
  })

  it('stay when the address later names them, and a newer version is still offered', () => {
    const reader = aReader()
    reader.versions.value = versionsOf('b', 'a')
    reader.asked.value = { from: 'a', to: 'b' }
    expect(reader.hasNewer.value).to.equal(false)

    reader.versions.value = versionsOf('c', 'b', 'a')
    expect(reader.sides.value).to.deep.equal({ from: 'a', to: 'b' })
    expect(reader.hasNewer.value).to.equal(true)
    reader.end()
  })

  it('change to the sides that the user requests next', () => {
    const reader = aReader()
    reader.versions.value = versionsOf('c', 'b', 'a')
    reader.asked.value = { from: 'a', to: 'b' }
    expect(reader.sides.value).to.deep.equal({ from: 'a', to: 'b' })

    reader.versions.value = versionsOf('d', 'c', 'b', 'a')
    expect(reader.hasNewer.value).to.equal(false)
    reader.asked.value = { to: 'gone' }
    expect(reader.sides.value).to.equal(undefined)
    reader.end()
  })
})
