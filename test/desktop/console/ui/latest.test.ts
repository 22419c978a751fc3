import { expect } from 'chai'
import { effectScope, nextTick, ref } from 'vue'
import { ApiProblem } from '../../../../desktop/console/client/api.ts'
import { forgetCached, queryClient } from '../../../../desktop/console/client/query-client.ts'
import { useLatest } from '../../../../desktop/console/ui/useLatest.ts'

/** Requests by name, which the test answers. */
function aReader({ cacheAs }: { cacheAs?: string } = {}) {
  const of = ref('acme')
  const when = ref(true)
  const asked: (PromiseWithResolvers<string> & { of: string; signal: AbortSignal })[] = []
  const scope = effectScope()
  const reading = scope.run(() =>
    useLatest(
      of,
      (signal) => {
        const one = { ...Promise.withResolvers<string>(), of: of.value, signal }
        asked.push(one)
        return one.promise
      },
      { when, cacheAs },
    ),
  )!
  return { of, when, asked, ...reading, end: () => scope.stop() }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the data of a page', () => {
  it('is that of its latest request, whichever response comes last', async () => {
    const { of, asked, data, loading, end } = aReader()
    of.value = 'bolt'
    await nextTick()
    expect(asked.map(({ of, signal }) => [of, signal.aborted])).to.deep.equal([
      ['acme', true],
      ['bolt', false],
    ])

    asked[1]!.resolve('of bolt')
    await settled()
    asked[0]!.resolve('of acme')
    await settled()

    expect([data.value, loading.value]).to.deep.equal(['of bolt', false])
    end()
  })

  it('stays during a reload and its failure, and the failure ends with the next response', async () => {
    const { asked, data, failure, loading, again, end } = aReader()
    asked[0]!.resolve('first')
    await settled()

    void again()
    expect([data.value, loading.value]).to.deep.equal(['first', true])
    asked[1]!.reject(new Error('away'))
    await settled()
    expect([data.value, failure.value?.message, loading.value]).to.deep.equal(['first', 'away', false])

    void again()
    asked[2]!.resolve('second')
    await settled()
    expect([data.value, failure.value]).to.deep.equal(['second', undefined])
    end()
  })

  it('is requested only while there is a request, and as soon as there is one', async () => {
    const { when, asked, loading, data, end } = aReader()
    when.value = false
    await nextTick()
    expect([asked[0]!.signal.aborted, loading.value]).to.deep.equal([true, false])

    when.value = true
    await nextTick()
    asked[1]!.resolve('there')
    await settled()
    expect(data.value).to.equal('there')
    end()
  })

  it('is no longer requested when its page closes, without reporting the abort', async () => {
    const { asked, data, failure, end } = aReader()
    end()
    expect(asked[0]!.signal.aborted).to.equal(true)

    asked[0]!.reject(new Error('cut off'))
    await settled()
    expect([data.value, failure.value]).to.deep.equal([undefined, undefined])
  })

  it('is shown at once when its page opens again, while it is read', async () => {
    queryClient.clear()
    const first = aReader({ cacheAs: 'customer' })
    first.asked[0]!.resolve('as it was')
    await settled()
    first.end()

    const { asked, data, loading, end } = aReader({ cacheAs: 'customer' })
    expect([data.value, loading.value]).to.deep.equal(['as it was', true])
    asked[0]!.resolve('as it is')
    await settled()

    expect([data.value, loading.value]).to.deep.equal(['as it is', false])
    end()
  })

  for (const [what, change] of Object.entries({
    'the user has changed something': forgetCached,
    'the session has ended': () => queryClient.clear(),
    'it was read without a name': undefined,
  }))
    it(`is not shown before it is read if ${what}`, async () => {
      queryClient.clear()
      const how = change ? { cacheAs: 'customer' } : {}
      const first = aReader(how)
      first.asked[0]!.resolve('as it was')
      await settled()
      first.end()
      change?.()

      const { data, end } = aReader(how)
      expect(data.value).to.equal(undefined)
      end()
    })

  it('disappears when the user must no longer see it, and its error with the next visit', async () => {
    queryClient.clear()
    const first = aReader({ cacheAs: 'customer' })
    first.asked[0]!.resolve('as it was')
    await settled()
    first.end()
    const second = aReader({ cacheAs: 'customer' })
    const problem = { type: 'about:blank', title: 'Not found', status: 404, request_id: '' }
    second.asked[0]!.reject(new ApiProblem(problem))
    await settled()
    expect([second.data.value, second.failure.value?.message]).to.deep.equal([undefined, 'Not found'])
    second.end()

    const { data, failure, end } = aReader({ cacheAs: 'customer' })
    expect([data.value, failure.value]).to.deep.equal([undefined, undefined])
    end()
  })

  it('is not that of other values of its sources', async () => {
    queryClient.clear()
    const { of, asked, data, end } = aReader({ cacheAs: 'customer' })
    asked[0]!.resolve('of acme')
    await settled()
    of.value = 'bolt'
    await nextTick()
    asked[1]!.resolve('of bolt')
    await settled()
    of.value = 'acme'
    await nextTick()

    expect(data.value).to.equal('of acme')
    expect(asked).to.have.lengthOf(3)
    end()
  })

  it('is not shown for former values of its sources if the user has changed something since', async () => {
    queryClient.clear()
    const { of, asked, data, end } = aReader({ cacheAs: 'customer' })
    asked[0]!.resolve('of acme')
    await settled()
    forgetCached()
    of.value = 'bolt'
    await nextTick()
    asked[1]!.resolve('of bolt')
    await settled()
    await new Promise((resolve) => setTimeout(resolve, 2))
    of.value = 'acme'
    await nextTick()
    const before = data.value
    asked[2]!.resolve('of acme after the change')
    await settled()

    expect([before, data.value]).to.deep.equal(['of bolt', 'of acme after the change'])
    end()
  })

  it('is read again while its first request is not answered, which may be older', async () => {
    const { asked, data, again, end } = aReader()
    void again()
    await settled()
    expect(asked.map(({ signal }) => signal.aborted)).to.deep.equal([true, false])
    asked[1]!.resolve('after the change')
    await settled()

    expect(data.value).to.equal('after the change')
    end()
  })
})
