import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap and the buffers outside it grow in proportion to what is alive before V8 collects the whole heap. By
 * default, V8 does that for every 64 MB of new buffers, however large the heap is: the packs of a tree of 300 MB caused 16
 * collections of 65 MB of objects. Call it at the start of a process; threads that start later inherit it.
 */
export function growHeapWithBuffers(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
