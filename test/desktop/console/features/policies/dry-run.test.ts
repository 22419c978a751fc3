import { expect } from 'chai'
import { effectScope, nextTick, reactive } from 'vue'
import { useDryRun } from '../../../../../desktop/console/features/policies/useDryRun.ts'

describe('the retention dry run', () => {
  /** A service that responds on demand, with one version per day below a year. */
  function aTrial(days: number) {
    const values = reactive({ days })
    const waiting: (() => void)[] = []
    const scope = effectScope()
    const trial = scope.run(() =>
      useDryRun(values, ({ days: asked }) => {
        return new Promise<{ removed: number }>((answer, refuse) => {
          waiting.push(() => (asked > 0 ? answer({ removed: 365 - asked }) : refuse(new Error('no days'))))
        })
      }),
    )!
    const answered = async () => {
      waiting.shift()?.()
      await new Promise((settled) => setImmediate(settled))
    }
    return { values, ...trial, answered, end: () => scope.stop() }
  }

  it('returns the result for the requested values', async () => {
    const trial = aTrial(365)
    const asked = trial.tryOut()
    expect(trial.isTrying.value).to.equal(true)
    await trial.answered()

    expect(await asked).to.deep.equal({ removed: 0 })
    expect([trial.answer.value, trial.isTrying.value]).to.deep.equal([{ removed: 0 }, false])
    trial.values.days = 7
    await nextTick()
    expect(trial.answer.value).to.equal(undefined)
    trial.end()
  })

  it('discards a result whose values changed meanwhile', async () => {
    const trial = aTrial(365)
    const asked = trial.tryOut()
    trial.values.days = 7
    await trial.answered()

    expect([await asked, trial.answer.value, trial.isTrying.value]).to.deep.equal([undefined, undefined, false])
    const again = trial.tryOut()
    await trial.answered()
    expect(await again).to.deep.equal({ removed: 358 })
    trial.end()
  })

  it('keeps only the latest request, and no result on an error', async () => {
    const trial = aTrial(365)
    const first = trial.tryOut()
    trial.values.days = 0
    await nextTick()
    const second = trial.tryOut()
    await trial.answered()
    expect([await first, trial.answer.value, trial.isTrying.value]).to.deep.equal([undefined, undefined, true])
    await trial.answered()

    expect([await second, trial.answer.value]).to.deep.equal([undefined, undefined])
    expect(trial.failure.value?.message).to.equal('no days')
    trial.end()
  })
})
