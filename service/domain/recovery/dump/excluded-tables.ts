/** Tables whose rows no dump holds, and why. */
export const excludedTables: Readonly<Record<string, string>> = {
  sessions: 'who was logged in then must not be logged in again by a restored row: its token may have been revoked',
  api_tokens: 'as sessions: one that was revoked since the dump must not be valid again',
  login_attempts: 'they slow down who fails to log in, for minutes',
  login_networks: 'as sessions: users become known again by their next logins',
  agent_exchanges: 'they belong to sessions of agents, and a restore ends all of these',
  rate_buckets: 'they say when a request may go out, for seconds',
  search_segments: 'they are made anew from the versions',
  search_texts: 'they are made anew from the versions',
  search_turns: 'nothing rests on them',
  object_lock_counts: 'they are counted again within minutes',
  events: 'they were told then',
  open_alerts: 'as events: what is still so is noticed again',
  spent_tickets: 'an address of a download is good for a minute',
  webhook_deliveries: 'what was told then would be told again',
  unmarked_versions: 'triggers write them again as versions and snapshots come back',
}
