import { expect } from 'chai'
import { effectScope, shallowRef } from 'vue'
import { useStableSnapshot } from '../../../../../desktop/console/features/snapshots/useHeldSnapshot.ts'

describe('the displayed snapshot', () => {
  const tree = (id: string) => ({ id, artifact_id: 'tree' })
  const archive = (id: string) => ({ id, artifact_id: 'archive' })

  function aBrowser(asked: { id?: string; artifact?: string } = {}) {
    const snapshots = shallowRef([tree('b'), archive('x'), tree('a')])
    const wanted = shallowRef(asked)
    const scope = effectScope()
    const held = scope.run(() =>
      useStableSnapshot(
        () => snapshots.value,
        () => wanted.value,
      ),
    )!
    return { snapshots, wanted, ...held, end: () => scope.stop() }
  }

  it('stays when a newer one is stored, which is offered', () => {
    const browser = aBrowser()
    browser.snapshots.value = [tree('c'), tree('b'), archive('x'), tree('a')]
    expect([browser.snapshot.value?.id, browser.hasNewer.value]).to.deep.equal(['b', true])

    browser.showNewer()
    expect([browser.snapshot.value?.id, browser.hasNewer.value]).to.deep.equal(['c', false])
    browser.end()
  })

  it('is the named one, or the latest of the named lineage', () => {
    const browser = aBrowser({ artifact: 'archive' })
    expect(browser.snapshot.value?.id).to.equal('x')
    browser.wanted.value = { id: 'a' }
    expect(browser.snapshot.value?.id).to.equal('a')

    browser.wanted.value = { id: 'gone' }
    expect(browser.snapshot.value).to.equal(undefined)
    browser.wanted.value = { artifact: 'gone' }
    expect(browser.snapshot.value).to.equal(undefined)
    browser.end()
  })
})
