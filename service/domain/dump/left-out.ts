/** Tables whose rows no dump holds, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  sessions: 'who was logged in then must not be logged in again by a restored row: its token may have been revoked',
  login_attempts: 'they slow down who fails to log in, for minutes',
  agent_exchanges: 'they belong to sessions of agents, and a restore ends all of these',
  unmarked_versions: 'triggers write them again as versions and snapshots come back',
}
