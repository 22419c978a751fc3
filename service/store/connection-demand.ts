import type { Knex } from 'knex'
import { installationLock } from './installation-lock.ts'

/** Maximum connections of a replica, divided among its HTTP processes, and the minimum of a process. */
export const poolLimits = { ofService: 10, ofAgents: 14, least: 2 }

/** Connections of the maintenance tasks, the listener and the installation lock. */
const otherConnections = 18

/**
 * Returns the maximum connections of one replica. With several HTTP processes, each has a listener, and the supervisor
 * a few of its own.
 */
export function connectionsOfReplica(processes: number): number {
  const poolOf = (limit: number) => Math.max(poolLimits.least, Math.ceil(limit / processes)) * processes
  const pools = poolOf(poolLimits.ofService) + poolOf(poolLimits.ofAgents)
  return otherConnections + pools + (processes > 1 ? processes + 2 : 0)
}

interface Server {
  max: number
  reserved: number
  role_limit: number
  replicas: number
}

/**
 * Compares the connections that the replicas of this installation may need with PostgreSQL's limit. Replicas are
 * counted by their installation locks; at least one is assumed.
 * @param processes HTTP processes of each replica
 * @returns the calculation in one line; null if the connections suffice
 */
export async function findConnectionShortage(knex: Knex, processes: number): Promise<string | null> {
  const { rows } = await knex.raw<{ rows: Server[] }>(serverQuery)
  const [{ max, reserved, role_limit: roleLimit, replicas } = nothing] = rows
  const running = Math.max(1, replicas)
  const ofReplica = connectionsOfReplica(processes)
  const needed = running * ofReplica
  const allowed = max - reserved
  const warning = `${running} ${running === 1 ? 'replica' : 'replicas'} of ${ofReplica} connections each may need ${needed}`
  if (roleLimit >= 0 && roleLimit < needed) {
    return `${warning}, and the login may have ${roleLimit}: alter role coffer_service connection limit ${needed}`
  }
  if (allowed >= needed) return null
  return `${warning}, and PostgreSQL allows ${allowed} (max_connections = ${max}, of which ${reserved} are reserved): set max_connections to ${needed + reserved} or more. Until then requests and agents wait, or are answered 503`
}

const nothing: Server = { max: Infinity, reserved: 0, role_limit: -1, replicas: 1 }

// reserved_connections exists since PostgreSQL 16
const serverQuery = `
  select current_setting('max_connections')::int as max,
    current_setting('superuser_reserved_connections')::int
      + coalesce(current_setting('reserved_connections', true)::int, 0) as reserved,
    (select rolconnlimit from pg_roles where rolname = session_user) as role_limit,
    (select count(*)::int from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and granted and objsubid = 1
        and pg_locks.database = (select oid from pg_database where datname = current_database())
        and (classid::bigint << 32) | objid::bigint = ${installationLock}
        and application_name like 'coffer installation on %') as replicas`
