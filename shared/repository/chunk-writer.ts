import type { ChunkId } from './chunk-id.ts'

/** Stores collected content. */
export interface ChunkWriter {
  /**
   * Returns the id of the content once there is room for it in the memory budget, not once it is stored. The same
   * content may be passed any number of times. The writer keeps `content`: the caller must not write to it again.
   */
  put(content: Buffer): Promise<ChunkId>
  /** Returns memory for a content to be stored; if missing, each content has memory of its own. */
  allocate?(length: number): Buffer
  /** Resolves when the service has confirmed all content. */
  flush(): Promise<void>
}

/** Reads stored chunks. */
export interface ChunkReader {
  /** Returns the content with this id, verified against it. Rejects if it is missing or damaged. */
  read(id: ChunkId): Promise<Buffer>
}
