import { gzipSync } from 'node:zlib'
import { tarHeader } from '../../service/domain/repository/snapshots/tar-header.ts'

/** Returns a gzipped tar of regular files, by path. @param seconds the time of each, since 1970 */
export function tgzOf(members: readonly (readonly [path: string, bytes: Buffer])[], seconds = 0): Buffer {
  const blocks = members.flatMap(([path, bytes]) => {
    const header = tarHeader({
      ...{ path: Buffer.from(path), type: 'file', size: bytes.length, mtime: { seconds, nanoseconds: 0 } },
      ...{ mode: 0o644, uid: 0, gid: 0 },
    })
    return [header, bytes, Buffer.alloc(-bytes.length & 511)]
  })
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(1024)]))
}
