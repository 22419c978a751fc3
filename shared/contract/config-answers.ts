/** The audit's actions of who has read of a configuration: what it says, or which texts of it there are. */
export const configReadings: readonly string[] = [
  'config.read',
  'config.download',
  'config.diff',
  'config.search',
  'snapshot.list',
  'snapshot.browse',
  'snapshot.file',
  'snapshot.diff',
  'artifact.list',
  'artifact.divergence',
  'version.list',
  'version.read',
  'change.list',
]
