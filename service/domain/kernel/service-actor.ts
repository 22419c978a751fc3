import type { ActionContext } from './context.ts'

/** Actor of the service's own maintenance tasks. */
export const serviceActor: Pick<ActionContext, 'actor' | 'origin'> = {
  actor: { kind: 'service', id: null, name: 'service', role: null, tenantId: null },
  origin: { requestId: null, ip: null },
}
