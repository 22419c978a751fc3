import type { components } from '../../../shared/contract/api-types.ts'
import { formatApiPath } from '../../../shared/repository/api-path.ts'
import {
  type FileDifference,
  type FolderDifference,
  type MemberChange,
  kindOf,
} from '../../domain/repository/snapshots/diff-snapshots.ts'
import type { SnapshotRecord } from '../../domain/repository/snapshots/list-snapshots.ts'
import { presentHunk } from './unified.ts'
import type { TreeEntry } from '../../../shared/repository/tree-entry.ts'

type Schemas = components['schemas']

export function presentSnapshot({ snapshot, artifact, version, isDamaged }: SnapshotRecord): Schemas['Snapshot'] {
  return {
    id: snapshot.id,
    device_id: snapshot.deviceId,
    artifact_id: snapshot.artifactId,
    version_id: snapshot.versionId,
    key: artifact.key,
    transport: artifact.transport,
    captured_at: snapshot.capturedAt.toISOString(),
    last_seen_at: version.lastSeenAt.toISOString(),
    files: snapshot.files,
    folders: snapshot.folders,
    others: snapshot.others,
    size_bytes: snapshot.sizeBytes,
    problems: snapshot.problems,
    not_browsable: snapshot.notBrowsable,
    lab_mode: version.labMode,
    damaged: isDamaged,
  }
}

export function presentTreeEntry(entry: TreeEntry): Schemas['TreeEntry'] {
  const { name, type, size, mode, uid, gid, user, group, mtime, target, rdev, hardLink, problem } = entry
  return {
    name: formatApiPath(name),
    type,
    size,
    mode: mode.toString(8).padStart(4, '0'),
    uid,
    gid,
    ...(user !== undefined && { user }),
    ...(group !== undefined && { group }),
    mtime: instantOf(mtime),
    ...(target && { target: formatApiPath(target) }),
    ...(rdev && { device: `${rdev.major},${rdev.minor}` }),
    ...(hardLink !== undefined && { hard_link: hardLink }),
    ...(problem && { problem }),
  }
}

/** `path` is the requested path. */
export function presentFolderDiff(path: string, { shown, counts }: FolderDifference): Schemas['FolderDiff'] {
  const listed = (kind: ReturnType<typeof kindOf>) =>
    shown.filter((change) => kindOf(change) === kind).map(presentChange)
  return {
    type: 'folder',
    path,
    added: listed('added'),
    removed: listed('removed'),
    modified: listed('modified'),
    truncated: shown.length < counts.added + counts.removed + counts.modified,
    counts,
  }
}

export function presentFileDiff(path: string, difference: FileDifference): Schemas['FileDiff'] {
  return { ...difference, hunks: difference.hunks.map(presentHunk), path }
}

function presentChange({ path, before, after, changes, isCounted }: MemberChange): Schemas['DiffEntry'] {
  const type = (after ?? before)?.type ?? 'file'
  return {
    path: `/${formatApiPath(path)}`,
    type,
    ...(changes.length > 0 && { changes }),
    ...(isCounted !== undefined && { counted: isCounted }),
  }
}

/** Returns the nearest instant in the range of RFC 3339, years 0000 to 9999. File systems support more. */
function instantOf({ seconds, nanoseconds }: TreeEntry['mtime']): string {
  const within = Math.min(Math.max(seconds * 1000 + Math.floor(nanoseconds / 1e6), firstInstant), lastInstant)
  return new Date(within).toISOString()
}

const firstInstant = Date.parse('0000-01-01T00:00:00.000Z')
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z')
