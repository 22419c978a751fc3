import { randomUUIDv7 } from 'node:crypto'
import type { Device } from '../../../store/models/device.ts'
import type { ScopedTransaction } from '../../../store/scope.ts'
import { sendSignal } from '../../../store/pg-notify.ts'
import { type EventData, type EventType, type Severity, eventTypes } from './event-types.ts'

/** An event of one type, with the contract's data for it. */
export type NewEvent<T extends EventType = EventType> = T extends EventType ? EventFacts & { type: T; data: EventData<T> } : never // prettier-ignore

interface EventFacts {
  /** Null: it belongs to the installation. */
  tenantId: string | null
  device?: EventDevice
  agent?: { id: string; name: string }
  /** Overrides the default severity of its type. */
  severity?: Severity
}

/** The device fields that an event contains, and by which webhooks filter. */
export type EventDevice = Pick<Device, 'id' | 'name' | 'site' | 'platform' | 'tags'>

/**
 * Writes events in the transaction of the change they report (outbox): a rolled-back change emits no event, a committed
 * one always does, even if the process dies.
 */
export async function recordEvents(
  { trx, now }: { trx: ScopedTransaction; now: Date },
  events: NewEvent[],
): Promise<void> {
  if (events.length === 0) return
  const column = <T>(value: (event: NewEvent) => T) => events.map(value)
  await trx.raw(
    `insert into events (id, tenant_id, type, severity, at, device, agent, data)
     select e.id, e.tenant_id, e.type, e.severity, :now, e.device::jsonb, e.agent::jsonb, e.data::jsonb
     from unnest(:ids::uuid[], :tenants::uuid[], :types::text[], :severities::text[], :devices::text[], :agents::text[],
       :data::text[]) as e (id, tenant_id, type, severity, device, agent, data)`,
    {
      now,
      ids: column(() => randomUUIDv7()),
      tenants: column(({ tenantId }) => tenantId),
      types: column(({ type }) => type),
      severities: column(({ type, severity = eventTypes[type].severity }) => severity),
      devices: column(({ device }) => (device ? JSON.stringify(pickDevice(device)) : null)),
      agents: column(({ agent }) => (agent ? JSON.stringify({ id: agent.id, name: agent.name }) : null)),
      data: column(({ data }) => JSON.stringify(data)),
    },
  )
  await sendSignal(trx, 'events', 'recorded')
}

function pickDevice({ id, name, site, platform, tags }: EventDevice): EventDevice {
  return { id, name, site, platform, tags }
}
