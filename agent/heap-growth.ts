import { setFlagsFromString } from 'node:v8'

/**
 * V8 counts buffers outside its heap, and collects the whole heap when heap and buffers grew by 16 MB. A tree that
 * streams through buffers causes a collection for every 3 MB of its files. With this factor the growth is 150 % of what
 * is alive: a third of the collections, 30 % less CPU for a tree, 15 MB more memory. With a hundred devices at once, whose
 * texts are alive, the factor would cost 60 MB.
 */
const whileStreaming = '--heap-growing-percent=150'
const otherwise = '--heap-growing-percent=0' // V8 decides

/**
 * Returns a function that makes V8 collect the heap less often until all functions that it returned were called. The
 * setting is of the process: if several threads stream, the end of one restores the default, which costs only CPU.
 * @param setFlag as `v8.setFlagsFromString`
 */
export function createHeapRelaxer(setFlag: (flag: string) => void): () => () => void {
  let streams = 0
  return () => {
    streams += 1
    if (streams === 1) setFlag(whileStreaming)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      streams -= 1
      if (streams === 0) setFlag(otherwise)
    }
  }
}

/** Of this thread. */
export const relaxHeap = createHeapRelaxer(setFlagsFromString)
