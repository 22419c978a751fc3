import type { ChunkId } from '../../../../shared/repository/chunk-id.ts'
import type { Content } from '../../../../shared/repository/content.ts'
import type { VersionContent } from '../../../store/models/version.ts'

/**
 * Returns all references of a version's content: the bytes of a text or an archive, and the root of a tree or of an
 * archive's members. An archive may have both, and both must be followed.
 */
export function contentRefs(content: VersionContent): { bytes: Content | null; root: ChunkId | null } {
  if ('archive' in content) return { bytes: content.archive, root: content.members as ChunkId | null }
  if ('root' in content) return { bytes: null, root: content.root as ChunkId }
  return { bytes: content, root: null }
}
