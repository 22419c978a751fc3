import type { ActionContext } from './context.ts'

/** Who acts where nobody asked: the service, in what it does regularly. */
export const serviceActor: Pick<ActionContext, 'actor' | 'origin'> = {
  actor: { kind: 'service', id: null, name: 'service', role: null, tenantId: null },
  origin: { requestId: null, ip: null },
}
