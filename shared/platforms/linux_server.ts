import { rsyncPathPattern, treeDefaults } from './linux-server-options.ts'
import { platform, commonOptions } from './platform.ts'

/**
 * Linux servers, through their rsync over SSH. Validation of the options beyond their schema is in
 * `linux-server-options.ts`.
 */
export const linuxServer = platform({
  id: 'linux_server',
  name: 'Linux server',
  transports: ['ssh'],
  preferred: 'ssh',
  ssh: { driver: 'file-tree' },
  artifacts: { filetree: { kind: 'blob', transports: ['ssh'] } },
  options: {
    type: 'object',
    additionalProperties: false,
    required: ['paths'],
    properties: {
      ...commonOptions(['filetree']),
      paths: {
        type: 'array',
        minItems: 1,
        maxItems: 1000,
        items: { type: 'string', pattern: '^/', maxLength: 4095 },
        description: 'absolute paths to back up, taken literally: wildcards are not expanded',
      },
      excludes: {
        type: 'array',
        maxItems: 1000,
        items: { type: 'string', minLength: 1, maxLength: 4095 },
        description:
          'patterns of rsync: a bare name (`*.log`, `cache/`) at any depth, or a full path from `/` (`/var/lib/x/tmp`)',
      },
      sudo: {
        type: 'boolean',
        default: false,
        description: 'run rsync by `sudo -n`: needs a NOPASSWD line for it in the sudoers of the server',
      },
      rsync_path: {
        type: 'string',
        pattern: rsyncPathPattern.source,
        default: 'rsync',
        description: 'the rsync program on the server, where it is not in the account’s path',
      },
      one_file_system: {
        type: 'boolean',
        default: true,
        description: 'keep to the file systems of the paths: what is mounted below them is kept as an empty folder',
      },
      max_entries: {
        type: 'integer',
        minimum: 1,
        maximum: 10_000_000,
        default: treeDefaults.maxEntries,
        description: 'a tree with more entries than this is not backed up',
      },
      max_bytes: {
        type: 'integer',
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        default: treeDefaults.maxBytes,
        description: 'a tree with more bytes in files than this is not backed up',
      },
      deadline_hours: {
        type: 'integer',
        minimum: 1,
        maximum: 168,
        default: 6,
        description: 'how long one backup may take: a first one over a slow link may need more',
      },
    },
  },
})
