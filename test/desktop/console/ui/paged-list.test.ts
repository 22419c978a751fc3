import { expect } from 'chai'
import { effectScope, nextTick, ref } from 'vue'
import { forgetCached, queryClient } from '../../../../desktop/console/client/query-client.ts'
import type { Page } from '../../../../desktop/console/client/paging.ts'
import { usePagedList } from '../../../../desktop/console/ui/usePagedList.ts'

interface Row {
  id: string
  state: string
}

describe('a paged list that is reloaded', () => {
  it('keeps its rows meanwhile, including those scrolled to', async () => {
    const of = aList(90)
    const scope = effectScope()
    const list = scope.run(() => usePagedList(ref(0), of.ask))!
    await of.answered()
    for (let page = 1; page < 8; page += 1) {
      void list.more()
      await of.answered()
    }
    const lengths = new Set<number>()

    of.state = 'new'
    await of.answeredUntil(list.again(), () => lengths.add(list.rows.value.length))

    expect([...lengths]).to.deep.equal([80])
    expect(list.rows.value.map(({ id }) => id)).to.deep.equal(namesOf(80))
    expect(list.rows.value.map(({ state }) => state)).to.deep.equal([...times(50, 'new'), ...times(30, 'old')])
    void list.more()
    await of.answered()
    expect(list.rows.value.map(({ id }) => id)).to.deep.equal(namesOf(90))
    scope.stop()
  })

  it('is loading while its rows are of a former request, but not during a reload', async () => {
    const of = aList(20)
    const question = ref('acme')
    const scope = effectScope()
    const list = scope.run(() => usePagedList(question, of.ask))!
    const loading = [list.loading.value]
    await of.answered()

    const reading = list.again()
    loading.push(list.loading.value)
    await of.answeredUntil(reading)
    question.value = 'bolt'
    await nextTick()
    loading.push(list.loading.value)
    await of.answered()

    expect([...loading, list.loading.value]).to.deep.equal([true, false, true, false])
    scope.stop()
  })

  it('gives its table the rows, whether there are more, and how to load them', async () => {
    const of = aList(15)
    const scope = effectScope()
    const { table } = scope.run(() => usePagedList(ref(0), of.ask))!
    const tableState = () => [
      table.value.rows.length,
      table.value.loading,
      table.value.hasMore,
      table.value.replacements,
    ]
    const before = tableState()
    await of.answered()
    const first = tableState()

    void table.value.onMore()
    const loadingMore = table.value.loadingMore
    await of.answered()

    expect([before, first, tableState()]).to.deep.equal([
      [0, true, false, 0],
      [10, false, true, 1],
      [15, false, false, 1],
    ])
    expect([loadingMore, table.value.loadingMore, table.value.failure]).to.deep.equal([true, false, undefined])
    scope.stop()
  })

  it('continues to where the user scrolls meanwhile', async () => {
    const of = aList(30)
    const scope = effectScope()
    const list = scope.run(() => usePagedList(ref(0), of.ask))!
    await of.answered()

    const reading = list.again()
    void list.more()
    void list.more()
    await of.answered()
    expect(list.rows.value).to.have.lengthOf(10)
    await of.answered()
    await reading

    expect(list.rows.value.map(({ id }) => id)).to.deep.equal(namesOf(20))
    scope.stop()
  })

  it('signals another request so that it scrolls to the top, but not a reload', async () => {
    const of = aList(30)
    const filter = ref('')
    const scope = effectScope()
    const list = scope.run(() => usePagedList(filter, of.ask))!
    await of.answered()
    const before = list.replacements.value

    void list.more()
    await of.answered()
    void list.again()
    await of.answered()
    await of.answered()
    expect(list.replacements.value).to.equal(before)
    filter.value = 'core'
    await nextTick()
    expect(list.replacements.value).to.equal(before)
    await of.answered()

    expect(list.replacements.value).to.equal(before + 1)
    scope.stop()
  })

  it('contains a row that moved to its head once', async () => {
    const of = aList(70)
    const scope = effectScope()
    const list = scope.run(() => usePagedList(ref(0), of.ask))!
    await of.answered()
    for (let page = 1; page < 7; page += 1) {
      void list.more()
      await of.answered()
    }

    of.names.splice(0, 0, ...of.names.splice(65, 1))
    await of.answeredUntil(list.again())

    const ids = list.rows.value.map(({ id }) => id)
    expect(ids[0]).to.equal('row-65')
    expect(new Set(ids).size).to.equal(ids.length)
    scope.stop()
  })

  it('is that of its latest request, whichever response comes last', async () => {
    const of = ref('acme')
    const answers = new Map<string, (page: Page<Row>) => void>()
    const scope = effectScope()
    const ask = () => new Promise<Page<Row>>((answer) => answers.set(of.value, answer))
    const list = scope.run(() => usePagedList(of, ask))!
    of.value = 'bolt'
    await nextTick()

    answers.get('bolt')?.({ rows: [{ id: 'of bolt', state: 'new' }] })
    await settled()
    answers.get('acme')?.({ rows: [{ id: 'of acme', state: 'new' }] })
    await settled()

    expect(list.rows.value.map(({ id }) => id)).to.deep.equal(['of bolt'])
    expect(list.loading.value).to.equal(false)
    scope.stop()
  })

  it('shows its rows at once when its page opens again, and reads them again', async () => {
    const of = aList(30)
    const open = () => {
      const scope = effectScope()
      return {
        ...scope.run(() => usePagedList(ref('core'), of.ask, { cacheAs: 'devices' }))!,
        close: () => scope.stop(),
      }
    }
    const first = open()
    await of.answered()
    void first.more()
    await of.answered()
    first.close()

    of.state = 'new'
    const list = open()
    expect([list.rows.value.length, list.loading.value, list.hasMore()]).to.deep.equal([20, false, true])
    await of.answered()
    await of.answered()
    expect(list.rows.value.map(({ state }) => state)).to.deep.equal(times(20, 'new'))
    list.close()

    forgetCached()
    const later = open()
    expect([later.rows.value.length, later.loading.value]).to.deep.equal([0, true])
    later.close()
  })

  it('shows its rows at once, as far as they were loaded, when its filter is again as before', async () => {
    queryClient.clear()
    await new Promise((resolve) => setTimeout(resolve, 2)) // after the change of the previous test
    const of = aList(30)
    const filter = ref('core')
    const scope = effectScope()
    const list = scope.run(() => usePagedList(filter, of.ask, { cacheAs: 'devices' }))!
    const shown = () => [list.rows.value.length, list.rows.value[0]?.state, list.loading.value, list.replacements.value]
    await of.answered()
    void list.more()
    await of.answered()

    filter.value = 'edge'
    await nextTick()
    const meanwhile = shown()
    of.state = 'edge'
    await of.answered()
    const other = shown()
    filter.value = 'core'
    await nextTick()
    const back = shown()
    of.state = 'new'
    await of.answered()
    await of.answered()

    expect([meanwhile, other]).to.deep.equal([
      [20, 'old', true, 1],
      [10, 'edge', false, 2],
    ])
    expect([back, shown()]).to.deep.equal([
      [20, 'old', false, 3],
      [20, 'new', false, 3],
    ])
    scope.stop()
  })

  for (const isFailed of [true, false]) {
    const when = isFailed ? 'after a failed request' : 'during its first request'
    it(`contains only rows of its filter when it is read again ${when}`, async () => {
      queryClient.clear()
      const of = aList(90)
      const filter = ref('core')
      let isAway = false
      const ask = (cursor: string | undefined) => (isAway ? Promise.reject(new Error('away')) : of.ask(cursor))
      const scope = effectScope()
      const list = scope.run(() => usePagedList(filter, ask, { cacheAs: 'devices' }))!
      await of.answered()
      for (let page = 1; page < 7; page += 1) {
        void list.more()
        await of.answered()
      }

      of.names = of.names.map((name) => `edge-${name}`)
      isAway = isFailed
      filter.value = 'edge'
      await nextTick()
      await settled()
      await list.more() // the user scrolls
      const meanwhile = list.rows.value.length
      isAway = false
      await of.answeredUntil(list.again())
      const edge = list.rows.value.map(({ id }) => id)
      void list.more()
      await of.answered()
      const edgeMore = list.rows.value.map(({ id }) => id)
      filter.value = 'core'
      await nextTick()

      expect([meanwhile, list.rows.value.length, list.rows.value[69]?.id]).to.deep.equal([70, 70, 'row-69'])
      expect([edge, edgeMore]).to.deep.equal([of.names.slice(0, 10), of.names.slice(0, 20)])
      expect(list.replacements.value).to.equal(3)
      scope.stop()
    })
  }

  it('keeps its rows when a later page fails, which can be retried', async () => {
    const of = aList(30)
    const scope = effectScope()
    let isAway = false
    const ask = (cursor: string | undefined) => (isAway ? Promise.reject(new Error('away')) : of.ask(cursor))
    const list = scope.run(() => usePagedList(ref(0), ask))!
    await of.answered()

    isAway = true
    await list.more()
    expect([list.rows.value.length, list.failure.value?.message, list.loadingMore.value]).to.deep.equal([
      10,
      'away',
      false,
    ])

    isAway = false
    void list.more()
    await of.answered()
    expect([list.rows.value.length, list.failure.value, list.hasMore()]).to.deep.equal([20, undefined, true])
    scope.stop()
  })
})

const settled = () => new Promise((resolve) => setImmediate(resolve))

function namesOf(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `row-${at}`)
}

function times(count: number, state: string): string[] {
  return Array.from({ length: count }, () => state)
}

/** Pages of ten, each returned when `answered` requests it. */
function aList(count: number) {
  const waiting: (() => void)[] = []
  const of = {
    names: namesOf(count),
    state: 'old',
    ask: (cursor: string | undefined) =>
      new Promise<Page<Row>>((answer) => {
        waiting.push(() => {
          const from = Number(cursor ?? 0)
          const rows = of.names.slice(from, from + 10).map((id) => ({ id, state: of.state }))
          answer(from + 10 < of.names.length ? { rows, next: String(from + 10) } : { rows })
        })
      }),
    async answered() {
      waiting.shift()?.()
      await settled()
    },
    /** Page after page, until a reading has them all; `look` before each. */
    async answeredUntil(reading: Promise<void>, look: () => void = () => undefined) {
      let isRead = false
      const end = reading.then(() => (isRead = true))
      for (let pages = 0; !isRead && pages < 20; pages += 1) {
        look()
        await of.answered()
      }
      await end
    },
  }
  return of
}
