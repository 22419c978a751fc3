import { expect } from 'chai'
import { useSingleFlight } from '../../../../desktop/console/ui/useSingleFlight.ts'

describe('a single-flight action', () => {
  it('runs once, however often Enter is pressed meanwhile', async () => {
    const sent: string[] = []
    const answer = Promise.withResolvers<void>()
    const { run, working } = useSingleFlight((what: string) => {
      sent.push(what)
      return answer.promise
    })

    const first = run('first')
    await run('second')
    expect(working.value).to.equal(true)
    answer.resolve()
    await first

    expect(sent).to.deep.equal(['first'])
    expect(working.value).to.equal(false)
    await run('third')
    expect(sent).to.deep.equal(['first', 'third'])
  })

  it('keeps its error until it runs again', async () => {
    const answers = [Promise.reject(new Error('no')), Promise.resolve()]
    const { run, working, failure } = useSingleFlight(() => answers.shift()!)

    await run()
    expect(failure.value?.message).to.equal('no')
    expect(working.value).to.equal(false)

    await run()
    expect(failure.value).to.equal(undefined)
  })
})
