/** Audit actions for reads of a configuration: its content, or the list of its texts. */
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

/** Audit actions by which a user received content of a configuration, or asked to restore it to a device. */
export const contentReadActions = [
  'config.read',
  'config.download',
  'config.diff',
  'snapshot.browse',
  'snapshot.file',
  'snapshot.diff',
  'restore.request',
] as const
