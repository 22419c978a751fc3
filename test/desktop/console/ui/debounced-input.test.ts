import { expect } from 'chai'
import { effectScope, nextTick, ref } from 'vue'
import { useDebouncedInput } from '../../../../desktop/console/ui/useDebouncedInput.ts'

describe('the text of a filter field', () => {
  const settleMs = 60_000

  function aField(wanted = ref('')) {
    const scope = effectScope()
    return { wanted, ...scope.run(() => useDebouncedInput(wanted, settleMs))!, end: () => scope.stop() }
  }

  it('is applied immediately on Enter, trimmed', () => {
    const { wanted, typed, tell, emitNow, end } = aField()
    typed.value = ' Ghent '
    void tell()
    expect(wanted.value).to.equal('')

    emitNow()
    expect([wanted.value, typed.value]).to.deep.equal(['Ghent', ' Ghent '])
    end()
  })

  it('is replaced by an external value, but not by its own', async () => {
    const { wanted, typed, emitNow, end } = aField(ref('Lyon'))
    expect(typed.value).to.equal('Lyon')

    typed.value = 'Lyon '
    emitNow()
    await nextTick()
    expect(typed.value).to.equal('Lyon ')
    wanted.value = ''
    await nextTick()
    expect(typed.value).to.equal('')
    end()
  })
})
