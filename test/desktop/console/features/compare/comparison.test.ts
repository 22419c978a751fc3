import { expect } from 'chai'
import { effectScope, nextTick, shallowRef } from 'vue'
import type { Api } from '../../../../../desktop/console/client/api.ts'
import { useComparison } from '../../../../../desktop/console/features/compare/useComparison.ts'

describe('the comparison of two versions', () => {
  /** A reader that stops on demand, and a service that counts its requests. */
  function aReader() {
    const read: string[] = []
    const compared: object[] = []
    const stops: (() => void)[] = []
    const sides = shallowRef({ from: 'a', to: 'b' })
    const api = {
      GET: (_path: string, { params }: { params: { path: { version_id?: string }; query: object } }) => {
        if (params.path.version_id) {
          read.push(params.path.version_id)
          return Promise.resolve({ data: new ArrayBuffer(0) })
        }
        compared.push(params.query)
        return Promise.resolve({ data: { unified: '', hunks: [], added: 0, removed: 0, truncated: false } })
      },
    } as unknown as Api
    const settle = (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        stops.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const wanted = () => ({
      artifactId: 'l',
      sides: sides.value,
      kind: 'normalised' as const,
      ignoresBlanks: false,
      isText: true,
    })
    const scope = effectScope()
    const comparison = scope.run(() => useComparison(wanted, () => '(rest)', { api, settle }))!
    const done = () => new Promise((settled) => setTimeout(settled))
    const go = async (to: string) => {
      sides.value = { from: 'a', to }
      await nextTick()
    }
    const stop = () => stops.splice(0).forEach((go) => go())
    return { ...comparison, read, compared, go, stop, done, end: () => scope.stop() }
  }

  it('loads only the version at which the user stops when stepping through many', async () => {
    const reader = aReader()
    await reader.done()
    for (const to of ['c', 'd', 'e']) await reader.go(to)
    reader.stop()
    await reader.done()

    expect(reader.read).to.deep.equal(['a', 'b', 'e'])
    reader.end()
  })

  it('requests the diff of the displayed text kind from the service', async () => {
    const reader = aReader()
    await reader.done()
    const patch = await reader.patch()

    const asked = { from: 'a', to: 'b', text: 'normalised', ignore_whitespace: false }
    expect(reader.compared).to.deep.equal([
      { ...asked, context: 0 },
      { ...asked, context: 3 },
    ])
    expect(patch).to.equal('')
    reader.end()
  })

  it('is not current while the requested versions are loading', async () => {
    const reader = aReader()
    await reader.done()
    expect(reader.isOfWanted.value).to.equal(true)

    await reader.go('c')
    expect([reader.comparison.value !== undefined, reader.isOfWanted.value]).to.deep.equal([true, false])
    reader.stop()
    await reader.done()
    expect([reader.shown.value?.sides.to, reader.isOfWanted.value]).to.deep.equal(['c', true])
    reader.end()
  })
})
