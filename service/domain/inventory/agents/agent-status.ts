export type AgentStatus = 'pending' | 'online' | 'offline' | 'cloned' | 'rewound' | 'revoked'

/** Maximum time in milliseconds since an agent's last request for the agent to count as online. */
export const onlineMs = 45_000

/**
 * Returns the SQL expression of an agent's status, over a row of `agents`. `now` is bound: the database's clock is not
 * used.
 */
export function agentStatusSql(now: Date): { sql: string; bindings: Date[] } {
  const sql = `case
    when agents.revoked_at is not null then 'revoked'
    when agents.cloned_at is not null then 'cloned'
    when agents.rewound_at is not null then 'rewound'
    when agents.public_key is null then 'pending'
    when agents.last_seen_at > ?::timestamptz then 'online'
    else 'offline' end`
  return { sql, bindings: [new Date(now.getTime() - onlineMs)] }
}
