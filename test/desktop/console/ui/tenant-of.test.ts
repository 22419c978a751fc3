import { expect } from 'chai'
import { ref } from 'vue'
import { type Customer, useTenants } from '../../../../desktop/console/client/tenants.ts'
import { useSession } from '../../../../desktop/console/client/session.ts'
import type { Me } from '../../../../desktop/console/client/session-login.ts'
import { useTenantOf } from '../../../../desktop/console/ui/useTenantOf.ts'
import { openHeadlessPage } from './headless-page.ts'

describe('the customer of an opened object', () => {
  /** A page of one object, for a platform user who has chosen this customer. */
  async function open(chosen: string) {
    const tenant = ref<string | null>()
    const { router, address, settled, close } = await openHeadlessPage(() => {
      const customers = useTenants()
      useSession().me = { tenant_id: null } as Me
      customers.list = [{ id: 'a', slug: 'acme' }, { id: 'g', slug: 'globex' }] as Customer[] // prettier-ignore
      customers.isReady = true
      customers.slug = chosen
      useTenantOf(() => tenant.value)
    }, `/list?customer=${chosen}&text=raw#log`)
    return {
      router,
      address,
      settled,
      close,
      async isKnown(id: string | null) {
        tenant.value = id
        await settled()
      },
    }
  }

  it('replaces the chosen one, and the rest of the address stays', async () => {
    const { address, isKnown, close } = await open('globex')

    await isKnown('a')

    expect(address()).to.equal('/list?customer=acme&text=raw#log')
    close()
  })

  it('changes nothing if already chosen, if all are chosen, or if the object has none', async () => {
    for (const [chosen, whose] of [
      ['acme', 'a'],
      ['*', 'a'],
      ['globex', null],
    ] as const) {
      // prettier-ignore
      const { address, isKnown, close } = await open(chosen)

      await isKnown(whose)

      expect(address(), chosen).to.equal(`/list?customer=${chosen}&text=raw#log`)
      close()
    }
  })

  it('does not cancel a navigation to another page', async () => {
    const { router, address, isKnown, close } = await open('globex')
    const held = Promise.withResolvers<void>()
    router.beforeEach(({ name }) => (name === 'elsewhere' ? held.promise : undefined))
    const leaving = router.push('/elsewhere?customer=globex')

    await isKnown('a')
    held.resolve()
    await leaving

    expect(address()).to.equal('/elsewhere?customer=globex')
    close()
  })
})
