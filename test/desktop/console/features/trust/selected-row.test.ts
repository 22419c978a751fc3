import { expect } from 'chai'
import { effectScope, nextTick, ref, shallowRef } from 'vue'
import { useSelectedRow } from '../../../../../desktop/console/features/trust/useSelectedRow.ts'

describe('the selected fingerprint', () => {
  const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }))

  function anInbox(...ids: string[]) {
    const [rows, named, view] = [shallowRef(rowsOf(...ids)), ref(''), ref('waiting')]
    const scope = effectScope()
    const { id, selectFirst } = scope.run(() =>
      useSelectedRow(
        () => rows.value,
        () => named.value,
        () => view.value,
      ),
    )!
    return { rows, named, view, id, selectFirst, end: () => scope.stop() }
  }

  it('stays while the user compares it, when another arrives', async () => {
    const inbox = anInbox()
    inbox.rows.value = rowsOf('core', 'edge')
    await nextTick()
    expect(inbox.id.value).to.equal('core')

    inbox.rows.value = rowsOf('later', 'core', 'edge')
    await nextTick()
    expect(inbox.id.value).to.equal('core')
    inbox.rows.value = rowsOf('later', 'edge')
    await nextTick()
    expect(inbox.id.value).to.equal('core')

    inbox.selectFirst()
    expect(inbox.id.value).to.equal('later')
    inbox.end()
  })

  it('is the one in the address, or else the first', async () => {
    const inbox = anInbox('core', 'edge')
    inbox.named.value = 'edge'
    await nextTick()
    expect(inbox.id.value).to.equal('edge')

    inbox.rows.value = rowsOf('later', 'core', 'edge')
    inbox.named.value = ''
    await nextTick()
    expect(inbox.id.value).to.equal('later')
    inbox.end()
  })

  it('belongs to the displayed view', async () => {
    const inbox = anInbox('core', 'edge')
    inbox.view.value = 'approved'
    await nextTick()
    expect(inbox.id.value).to.equal(undefined)

    inbox.rows.value = rowsOf('spine')
    await nextTick()
    expect(inbox.id.value).to.equal('spine')
    inbox.end()
  })
})
