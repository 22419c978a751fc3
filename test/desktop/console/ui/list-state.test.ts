import { expect } from 'chai'
import { useListState } from '../../../../desktop/console/ui/useListState.ts'
import { openHeadlessPage } from './headless-page.ts'

const shape = { filters: ['q', 'site', 'tag'], sort: 'name', columns: ['name', 'state'] } as const

describe('the state of a list', () => {
  const open = (at?: string) => openHeadlessPage(() => useListState('devices', shape), at)

  it('is read from the address and written to it', async () => {
    const { used: list, router, address, settled, close } = await open('/list?site=Ghent&rows=50&customer=acme')
    expect({ ...list.filters }).to.deep.equal({ q: '', site: 'Ghent', tag: '' })
    expect([list.pageSize.value, list.filterCount.value]).to.deep.equal([50, 1])

    list.filters.site = ''
    list.sort.value = '-name'
    await settled()
    expect(address()).to.equal('/list?rows=50&customer=acme&sort=-name')
    list.clear()

    await router.push('/list?q=core')
    await settled()
    expect([list.filters.q, list.sort.value]).to.deep.equal(['core', 'name'])
    close()
  })

  it('keeps each of several filters set before the address has changed', async () => {
    const { used: list, router, address, settled, close } = await open()
    const held = Promise.withResolvers<void>()
    router.beforeEach(() => held.promise)

    list.filters.site = 'Ghent'
    await settled()
    list.filters.tag = 'core'
    await settled()
    held.resolve()
    await settled()

    expect(address()).to.equal('/list?site=Ghent&tag=core')
    expect({ ...list.filters }).to.deep.equal({ q: '', site: 'Ghent', tag: 'core' })
    close()
  })

  it('does not cancel a navigation to a slowly loading page', async () => {
    const { used: list, router, address, settled, close } = await open()
    const held = Promise.withResolvers<void>()
    router.beforeEach(({ name }) => (name === 'elsewhere' ? held.promise : undefined))

    const leaving = router.push('/elsewhere')
    await settled()
    list.filters.q = 'core'
    await settled()
    held.resolve()
    await leaving

    expect(address()).to.equal('/elsewhere')
    close()
  })

  it('is written to the address if the user stays after all', async () => {
    const { used: list, router, address, settled, close } = await open()
    const held = Promise.withResolvers<boolean>()
    router.beforeEach(({ name }) => (name === 'elsewhere' ? held.promise : undefined))

    const leaving = router.push('/elsewhere')
    await settled()
    list.filters.q = 'core'
    await settled()
    held.resolve(false)
    await leaving
    await settled()

    expect(address()).to.equal('/list?q=core')
    close()
  })

  it('is restored when the user returns without parameters', async () => {
    const { used: list, router, settled, address, close } = await open()
    list.filters.tag = 'core'
    await settled()
    await router.push('/elsewhere')
    await router.push('/list')
    await settled()

    expect(address()).to.equal('/list?tag=core')
    await router.push('/elsewhere')
    await router.push('/list?q=edge')
    await settled()
    expect(address()).to.equal('/list?q=edge')
    close()
  })
})
