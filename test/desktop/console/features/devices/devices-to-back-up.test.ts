import { expect } from 'chai'
import { backUpsAtOnce, devicesToBackUp } from '../../../../../desktop/console/features/devices/devices-to-back-up.ts'

const never = () => Promise.reject(new Error('asked for devices that are ticked'))
const aDevice = (id: string, change = {}) => ({ id, enabled: true, state: 'unchanged' as const, ...change })

describe('the devices of a bulk backup', () => {
  it('are the selected ones, without those that the service would reject', async () => {
    const rows = [aDevice('a'), aDevice('b', { enabled: false }), aDevice('c', { state: 'decommissioned' })]

    const chosen = await devicesToBackUp({ ids: ['a', 'b', 'c', 'of an earlier page'] }, rows, never)

    expect(chosen).to.deep.equal({ ids: ['a', 'of an earlier page'], leftOut: 2, tooMany: false })
  })

  it('are all that match the filters, page by page', async () => {
    const asked: object[] = []
    const pages = [[aDevice('a'), aDevice('b', { enabled: false })], [aDevice('c')]]

    const chosen = await devicesToBackUp({ filter: { site: 'Ghent' } }, [], (query) => {
      const data = pages[asked.push(query) - 1]!
      const link = asked.length < pages.length ? { link: '</api/devices?cursor=two>; rel="next"' } : undefined
      return Promise.resolve({ data, response: new Response(null, { headers: link }) })
    })

    expect(chosen).to.deep.equal({ ids: ['a', 'c'], leftOut: 1, tooMany: false })
    expect(asked).to.deep.equal([
      { site: 'Ghent', limit: 1_000 },
      { site: 'Ghent', limit: 1_000, cursor: 'two' },
    ])
  })

  it('are limited to one request, and the excess is reported', async () => {
    const data = Array.from({ length: backUpsAtOnce + 1 }, (_, at) => aDevice(`device-${at}`))
    const ids = data.map(({ id }) => id)
    const answer = () => Promise.resolve({ data, response: new Response() })

    for (const chosen of [
      await devicesToBackUp({ ids }, data, never),
      await devicesToBackUp({ filter: {} }, [], answer),
    ]) {
      expect(chosen.ids.length).to.equal(backUpsAtOnce)
      expect(chosen.tooMany).to.equal(true)
    }
  })
})
