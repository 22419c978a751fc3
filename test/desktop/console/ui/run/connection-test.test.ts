import { expect } from 'chai'
import type { Api } from '../../../../../desktop/console/client/api.ts'
import { useSession } from '../../../../../desktop/console/client/session.ts'
import { useConnectionTest } from '../../../../../desktop/console/ui/run/useConnectionTest.ts'
import { openHeadlessPage } from '../headless-page.ts'

describe('a connection test in the console', () => {
  const device = { id: 'core-1', tenant_id: 'acme' }
  const queued = { id: 'run-1', device_id: 'core-1', status: 'queued', steps: [] }

  async function open() {
    const asked: PromiseWithResolvers<unknown>[] = []
    const page = await openHeadlessPage(() => {
      const POST = () => {
        const one = Promise.withResolvers<unknown>()
        asked.push(one)
        return one.promise
      }
      useSession().api = { POST } as unknown as Api
      return useConnectionTest(() => device)
    })
    return { ...page, test: page.used, asked, begun: (at: number) => asked[at]!.resolve({ data: queued }) }
  }

  it('starts once, even if its dialog is closed and reopened meanwhile', async () => {
    const { test, asked, begun, settled, close } = await open()
    void test.beginOrFollow()
    test.pause()
    void test.beginOrFollow()
    begun(0)
    await settled()
    test.pause()
    void test.beginOrFollow()
    await settled()

    expect(asked.length).to.equal(1)
    expect(test.run.value?.id).to.equal('run-1')
    test.pause()
    close()
  })

  it('starts again when the last one has finished or could not be requested', async () => {
    const { test, asked, begun, settled, close } = await open()
    void test.beginOrFollow()
    asked[0]!.reject(new Error('away'))
    await settled()
    expect([test.failure.value?.message, test.starting.value]).to.deep.equal(['away', false])

    void test.beginOrFollow()
    begun(1)
    await settled()
    test.run.value = { ...test.run.value!, status: 'failed' }
    test.pause()
    void test.beginOrFollow()

    expect(asked.length).to.equal(3)
    test.pause()
    close()
  })
})
