import { Worker, type ResourceLimits } from 'node:worker_threads'
import type { CarriedError, TaskAnswer, TaskOrder } from './serve-tasks.ts'
import type { InputOf, OutputOf, TaskLimits, TaskTable } from './task.ts'
import { TaskStopped } from './task-stopped.ts'

export interface WorkerPoolSettings<Tasks extends TaskTable> {
  /** How many threads may live at once, idle ones included. Threads start when first needed. */
  size: number
  /** How many tasks may wait for a thread; one more is refused with `queue_full`. */
  queueLimit: number
  tasks: Tasks
  /** The module a thread runs; it calls `serveTasks` with the same tasks. */
  entry: URL
}

export interface WorkerPool<Tasks extends TaskTable> {
  /**
   * Runs a task in a thread of the pool, in order of arrival.
   * @param transfer ArrayBuffers of the input to hand over instead of copying; the caller cannot use them afterwards.
   *   A small Buffer lives in a block shared with others, which cannot be transferred: let those be copied
   * @throws TaskStopped when it was killed or never started; otherwise what the task threw, with its name and code
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: InputOf<Tasks[Name]>,
    transfer?: ArrayBuffer[],
  ): Promise<OutputOf<Tasks[Name]>>
  /** Ends every thread at once. What runs or waits is rejected with `closed`. */
  close(): Promise<void>
}

interface Assignment {
  order: TaskOrder
  limits: TaskLimits
  transfer: ArrayBuffer[]
  resolve(output: unknown): void
  reject(error: unknown): void
}

interface Thread {
  worker: Worker
  /** The memory limit is fixed when a thread starts, so a thread serves the tasks that share it. */
  heapMb: number
  current?: Assignment
  timer?: NodeJS.Timeout
}

/** A small pool of threads that can be killed: none of them outlives the limits of the task it runs. */
export function createWorkerPool<Tasks extends TaskTable>(settings: WorkerPoolSettings<Tasks>): WorkerPool<Tasks> {
  const { size, queueLimit, tasks, entry } = settings
  const threads = new Set<Thread>()
  const queue: Assignment[] = []
  let closed = false

  return {
    run(name, input, transfer = []) {
      return new Promise((resolve, reject) => {
        const task = tasks[name]
        if (!task) throw new Error(`no task is called ${name}`)
        if (closed) throw new TaskStopped(name, 'closed', 'the worker pool is closed')
        const assignment = { order: { name, input }, limits: task.limits, transfer, resolve, reject } as Assignment
        queue.push(assignment)
        dispatch()
        if (queue.length > queueLimit) {
          queue.pop()
          throw new TaskStopped(name, 'queue_full', `${queueLimit} tasks wait already`)
        }
      })
    },

    async close() {
      closed = true
      for (const waiting of queue.splice(0)) waiting.reject(stoppedByClosing(waiting))
      await Promise.all(
        [...threads].map((thread) => terminate(thread, thread.current && stoppedByClosing(thread.current))),
      )
    },
  }

  function dispatch(): void {
    for (let next = queue[0]; next; next = queue[0]) {
      const thread = findThread(next.limits.heapMb)
      if (!thread) return
      queue.shift()
      assign(thread, next)
    }
  }

  function findThread(heapMb: number): Thread | undefined {
    const idle = [...threads].filter((thread) => !thread.current)
    const fitting = idle.find((thread) => thread.heapMb === heapMb)
    if (fitting) return fitting
    if (threads.size < size) return start(heapMb)
    if (!idle[0]) return undefined
    void terminate(idle[0])
    return start(heapMb)
  }

  function start(heapMb: number): Thread {
    const thread: Thread = {
      // a task is a function of its input: the settings and secrets of the environment are none of its business
      worker: new Worker(entry, { env: {}, resourceLimits: limitHeap(heapMb) }),
      heapMb,
    }
    threads.add(thread)
    thread.worker.on('message', (answer: TaskAnswer) => finish(thread, answer))
    thread.worker.on('error', (error) => lose(thread, error))
    thread.worker.on('exit', () => lose(thread, new Error('its thread ended')))
    thread.worker.unref()
    return thread
  }

  function assign(thread: Thread, assignment: Assignment): void {
    const { order, limits, transfer } = assignment
    try {
      thread.worker.postMessage(order, transfer)
    } catch (error) {
      assignment.reject(error) // the input cannot be cloned or transferred; the thread never saw it
      return
    }
    thread.current = assignment
    thread.worker.ref()
    thread.timer = setTimeout(() => {
      void terminate(thread, new TaskStopped(order.name, 'time', `killed after its limit of ${limits.timeMs} ms`))
      dispatch()
    }, limits.timeMs)
  }

  function finish(thread: Thread, answer: TaskAnswer): void {
    const assignment = release(thread)
    if (!assignment) return
    if ('output' in answer) assignment.resolve(answer.output)
    else assignment.reject(rebuild(answer.error))
    dispatch()
  }

  function lose(thread: Thread, error: Error): void {
    if (!threads.has(thread)) return
    const assignment = thread.current
    void terminate(thread, assignment && stoppedByLoss(assignment, error))
    dispatch()
  }

  function terminate(thread: Thread, reason?: Error): Promise<number> {
    threads.delete(thread)
    release(thread)?.reject(reason)
    return thread.worker.terminate()
  }
}

/**
 * V8 gives a thread that reached its limit 16 MB to end in; a young generation larger than that cannot be moved over
 * in time, and then V8 ends the whole process instead of the thread.
 */
function limitHeap(heapMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 16 }
}

function release(thread: Thread): Assignment | undefined {
  const assignment = thread.current
  clearTimeout(thread.timer)
  thread.current = undefined
  thread.worker.unref()
  return assignment
}

function stoppedByClosing(assignment: Assignment): TaskStopped {
  return new TaskStopped(assignment.order.name, 'closed', 'the worker pool is closed')
}

function stoppedByLoss(assignment: Assignment, error: Error): TaskStopped {
  const { order, limits } = assignment
  if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return new TaskStopped(order.name, 'memory', `killed at its limit of ${limits.heapMb} MB of heap`)
  }
  return new TaskStopped(order.name, 'crashed', `its thread ended: ${error.message}`)
}

function rebuild(carried: CarriedError): Error {
  return Object.assign(new Error(carried.message), carried)
}
