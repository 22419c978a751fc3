import { expect } from 'chai'
import { effectScope, nextTick, ref } from 'vue'
import { useLoadMore } from '../../../../desktop/console/ui/useLoadMore.ts'

/** A lineage whose older versions are returned when the test calls `answer`. */
function aLineage() {
  const of = ref('running-config')
  const rows = ref<string[]>([])
  const answers: PromiseWithResolvers<void>[] = []
  const scope = effectScope()
  const older = scope.run(() =>
    useLoadMore(of, async (signal) => {
      const mine = of.value
      const answer = Promise.withResolvers<void>()
      answers.push(answer)
      await answer.promise
      if (!signal.aborted) rows.value.push(mine)
    }),
  )!
  return { of, rows, answers, older, scope }
}

describe('the later pages of a list', () => {
  it('are requested once, however often', async () => {
    const { rows, answers, older, scope } = aLineage()

    const reading = older.more()
    await older.more()
    expect(older.loading.value).to.equal(true)
    answers[0]?.resolve()
    await reading

    expect(answers.length).to.equal(1)
    expect(rows.value).to.deep.equal(['running-config'])
    expect(older.loading.value).to.equal(false)
    scope.stop()
  })

  it('are not appended to another list that was chosen meanwhile', async () => {
    const { of, rows, answers, older, scope } = aLineage()

    const first = older.more()
    of.value = 'startup-config'
    await nextTick()
    const second = older.more()
    answers[1]?.resolve()
    await second
    answers[0]?.resolve()
    await first

    expect(rows.value).to.deep.equal(['startup-config'])
    scope.stop()
  })

  it('report why they failed, and can be retried', async () => {
    const { rows, answers, older, scope } = aLineage()

    const first = older.more()
    answers[0]?.reject(new Error('away'))
    await first
    expect(older.failure.value?.message).to.equal('away')

    const second = older.more()
    answers[1]?.resolve()
    await second
    expect(older.failure.value).to.equal(undefined)
    expect(rows.value).to.deep.equal(['running-config'])
    scope.stop()
  })
})
