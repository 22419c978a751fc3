import { type RouteRecordRaw, type Router, createRouter, createWebHashHistory } from 'vue-router'
import { everyTenant, useTenants } from './client/tenants.ts'
import { useSession } from './client/session.ts'
import type { ConsoleRoute } from './feature.ts'

const found = import.meta.glob<{ routes: ConsoleRoute[] }>('./features/*/routes.ts', { eager: true })

/** Every page of every feature. */
export const consoleRoutes: ConsoleRoute[] = Object.values(found).flatMap(({ routes }) => routes)

/** Addresses of earlier versions, which bookmarks and messages contain. */
const formerAddresses: RouteRecordRaw[] = [
  {
    path: '/webhooks/:rest(.*)*',
    redirect: ({ path, query }) => ({ path: path.replace('/webhooks', '/notification-channels'), query }),
  },
]

/**
 * Creates the router with hash addresses, so that any file server can serve the console and addresses can be shared.
 */
export function createConsoleRouter() {
  const router = createRouter({
    history: createWebHashHistory(),
    routes: [
      ...consoleRoutes,
      ...formerAddresses,
      { path: '/:anything(.*)*', name: 'nowhere', component: () => import('./frame/NotFoundPage.vue') },
    ],
    scrollBehavior: (_to, _from, saved) => saved ?? { top: 0 },
  })

  /** The chosen customer is added to every address; users of one customer have no choice. */
  router.beforeEach(async (to) => {
    const session = useSession()
    await session.started
    const customers = useTenants()
    if (!session.me) return true
    const { customer, ...query } = to.query
    if (!session.isPlatform) return customer === undefined || { ...to, query }
    if (typeof customer === 'string') return true
    return { ...to, query: { ...query, customer: customers.slug || everyTenant } }
  })
  /** Changed together with the address: a user who stays because of unsaved changes keeps the customer. */
  router.afterEach((to, _from, failure) => {
    const { customer } = to.query
    if (!failure && typeof customer === 'string' && useSession().isPlatform) useTenants().slug = customer
  })
  keepEarlyAddress(router)
  loadFirstPage(router)
  return router
}

/** Loads the code of the first page while the session is read. The router reports a failure when it opens the page. */
function loadFirstPage(router: Router): void {
  for (const { components } of router.resolve(location.hash.slice(1) || '/').matched) {
    const load = components?.['default'] as (() => Promise<unknown>) | undefined
    load?.().catch(() => undefined)
  }
}

/** The router follows the address from its first page on; an earlier change, such as by a link, is applied then. */
function keepEarlyAddress(router: Router): void {
  let wanted: string | undefined
  const note = () => (wanted = location.hash.slice(1))
  addEventListener('popstate', note)
  void router.isReady().then(() => {
    removeEventListener('popstate', note)
    if (wanted !== undefined && wanted !== router.currentRoute.value.fullPath) void router.replace(wanted || '/')
  })
}
