import { mock } from 'node:test'
import { expect } from 'chai'
import { effectScope, reactive, shallowRef, watch } from 'vue'
import { useScrollPosition } from '../../../../desktop/console/ui/useScrollPosition.ts'

const boxHeight = 300

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A list in a box that shows a few of its rows, and a history, as a browser has them. */
function aScrolledList({ count = 100 } = {}) {
  const entries: Record<string, unknown>[] = [{ position: 0 }]
  let at = 0
  const before = Object.getOwnPropertyDescriptor(globalThis, 'history')
  const history = { replaceState: (state: Record<string, unknown>) => (entries[at] = state) }
  Object.defineProperty(history, 'state', { get: () => entries[at] })
  Object.defineProperty(globalThis, 'history', { value: history, configurable: true })

  const state = reactive({
    count,
    hasMore: false,
    asked: 0,
    rowHeight: 38,
    isCurrent: true,
    address: 0,
    replacements: '1',
  })
  let drawn = state.rowHeight
  const end = () => Math.max(0, state.count * drawn - boxHeight)
  let top = 0
  const box = new EventTarget() as HTMLElement
  Object.defineProperty(box, 'scrollTop', {
    get: () => Math.min(top, end()),
    set: (wanted: number) => {
      top = Math.max(0, Math.min(wanted, end()))
      box.dispatchEvent(new Event('scroll'))
    },
  })
  let scope = effectScope()
  function open() {
    watch(() => state.rowHeight, (height) => (drawn = height), { flush: 'post' }) // prettier-ignore
    useScrollPosition(shallowRef(box), {
      name: 'Devices',
      rowHeight: () => state.rowHeight,
      count: () => state.count,
      hasMore: () => state.hasMore,
      more: () => (state.asked += 1),
      isCurrent: () => state.isCurrent,
      address: () => String(state.address),
      replacements: () => state.replacements,
    })
  }
  scope.run(open)
  return {
    state,
    row: () => box.scrollTop / state.rowHeight,
    /** Scrolls to a row, and lets the time pass after which the position is stored. */
    scroll(row: number) {
      box.scrollTop = row * state.rowHeight
      mock.timers.tick(200)
    },
    /** Shows an entry of the history; a new one if it is the next. */
    go(to: number) {
      at = state.address = to
      entries[at] ??= { position: at }
    },
    /** Shows a typed address: its entry has the place of the one before, as vue-router gives it. */
    type() {
      const { position } = entries[at]!
      at = state.address = at + 1
      entries[at] = { position }
    },
    /** Closes the page and opens it again, as its box is at first. */
    reopen() {
      scope.stop()
      box.scrollTop = 0
      drawn = state.rowHeight
      scope = effectScope()
      scope.run(open)
    },
    close() {
      scope.stop()
      if (before) Object.defineProperty(globalThis, 'history', before)
      else Reflect.deleteProperty(globalThis, 'history')
    },
  }
}

describe('the scroll position of a list', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())

  it('is restored between entries of the same page once their rows are there', async () => {
    const { state, row, scroll, go, close } = aScrolledList()
    scroll(60)

    go(1)
    state.isCurrent = false
    await settled()
    const meanwhile = row()
    Object.assign(state, { isCurrent: true, replacements: '2' })
    await settled()
    const ofNew = row()
    scroll(20)
    go(0)
    state.isCurrent = false
    await settled()
    scroll(30) // in the rows of the other entry
    Object.assign(state, { isCurrent: true, replacements: '3' })
    await settled()
    const ofFormer = row()
    go(1)
    state.replacements = '4'
    await settled()

    expect([meanwhile, ofNew, ofFormer, row()]).to.deep.equal([60, 0, 60, 20])
    close()
  })

  it('stays when the address changes but not the rows, and is the top for other rows of the same entry', async () => {
    const { state, row, scroll, go, close } = aScrolledList()
    scroll(60)

    go(1)
    await settled()
    const sameRows = row()
    state.replacements = '2'
    await settled()

    expect([sameRows, row()]).to.deep.equal([60, 0])
    close()
  })

  it('is that of each entry also if the address of the second was typed', async () => {
    const { state, row, scroll, go, type, close } = aScrolledList()
    scroll(60)

    type()
    state.replacements = '2'
    await settled()
    const ofTyped = row()
    scroll(20)
    go(0)
    state.replacements = '3'
    await settled()
    const ofFormer = row()
    go(1)
    state.replacements = '4'
    await settled()

    expect([ofTyped, ofFormer, row()]).to.deep.equal([0, 60, 20])
    close()
  })

  it('is the top for a new filter of the same entry, and stays for a new column', async () => {
    const { state, row, scroll, close } = aScrolledList()
    scroll(60)

    state.address = 1
    await settled()
    const ofColumn = row()
    Object.assign(state, { address: 2, replacements: '2' })
    await settled()

    expect([ofColumn, row()]).to.deep.equal([60, 0])
    close()
  })

  it('keeps its first row when the height of rows changes, also near the end', async () => {
    const { state, row, scroll, close } = aScrolledList()
    scroll(85)

    state.rowHeight = 30
    await settled()
    const compact = row()
    state.rowHeight = 38
    await settled()

    expect([compact, row()]).to.deep.equal([85, 85])
    close()
  })

  it('is that of each entry also if only the address changed, such as for a panel', async () => {
    const { row, scroll, go, reopen, close } = aScrolledList()
    scroll(50)

    go(1)
    await settled()
    mock.timers.tick(200)
    go(2)
    reopen()
    const ofNew = row()
    go(1)
    reopen()

    expect([ofNew, row()]).to.deep.equal([0, 50])
    close()
  })

  it('is reached when only the first rows are loaded, at most five pages later', async () => {
    const { state, row, scroll, reopen, close } = aScrolledList({ count: 1_000 })
    scroll(220)
    const load = async (count: number) => {
      state.count = count
      await settled()
      mock.timers.tick(200)
    }

    Object.assign(state, { count: 100, hasMore: true })
    reopen()
    await load(200)
    const meanwhile = [Math.round(row()), state.asked]
    await load(300)
    const reached = [row(), state.asked]
    await load(400)
    scroll(390)
    Object.assign(state, { count: 10, asked: 0 })
    reopen()
    for (let count = 20; count <= 90; count += 10) await load(count)

    expect([meanwhile, reached]).to.deep.equal([
      [192, 2],
      [220, 2],
    ])
    expect([Math.round(row()), state.asked]).to.deep.equal([52, 5])
    close()
  })

  it('remains stored until its row is loaded, unless the user scrolls meanwhile', async () => {
    const { state, row, scroll, reopen, close } = aScrolledList({ count: 300 })
    const openWith = (count: number) => {
      Object.assign(state, { count, hasMore: count < 300 })
      reopen()
      mock.timers.tick(200)
    }
    scroll(220)

    openWith(100)
    openWith(300)
    const kept = row()
    openWith(100)
    scroll(40)
    openWith(300)

    expect([kept, row()]).to.deep.equal([220, 40])
    close()
  })

  it('is the same row when the page opens again with another height of rows', async () => {
    const { state, row, scroll, go, reopen, close } = aScrolledList()
    scroll(50)

    go(1)
    reopen()
    const ofNew = row()
    state.rowHeight = 30
    go(0)
    reopen()

    expect([ofNew, row()]).to.deep.equal([0, 50])
    close()
  })
})
