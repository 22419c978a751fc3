import type { ChunkId } from './chunk-id.ts'

/** Where collected bytes go. */
export interface ChunkWriter {
  /**
   * Names the content and resolves once there is room for it in the memory budget, not once it is stored. The same
   * content may be put any number of times. The writer keeps `content`: the caller must not write to it again.
   */
  put(content: Buffer): Promise<ChunkId>
  /** Memory for a content that is about to be put; where it is absent, each content has its own. */
  allocate?(length: number): Buffer
  /** Resolves when all that was put is confirmed by the service. */
  flush(): Promise<void>
}

/** Where chunks come back from. */
export interface ChunkReader {
  /** The content whose id this is, checked against it. Rejects when it is missing or damaged. */
  read(id: ChunkId): Promise<Buffer>
}
