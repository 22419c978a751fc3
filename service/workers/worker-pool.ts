import { Worker, type ResourceLimits } from 'node:worker_threads'
import type { CarriedError, TaskAnswer, TaskOrder } from './serve-tasks.ts'
import type { InputOf, OutputOf, TaskLimits, TaskTable } from './task.ts'
import { TaskStopped } from './task-stopped.ts'
import { threadEnvironment } from '../thread-environment.ts'

export interface WorkerPoolSettings<Tasks extends TaskTable> {
  /** Maximum number of threads, idle ones included. Threads start when first needed. */
  size: number
  /** Maximum number of waiting tasks; further ones are rejected with `queue_full`. */
  queueLimit: number
  tasks: Tasks
  /** The module that a thread runs. It calls `serveTasks` with the same tasks. */
  entry: URL
}

export interface WorkerPool<Tasks extends TaskTable> {
  /**
   * Runs a task in a thread of the pool, in order of arrival.
   * @param transfer ArrayBuffers of the input to transfer instead of copying; the caller cannot use them afterwards.
   *   Copy small Buffers: they share a memory block that cannot be transferred.
   * @throws TaskStopped if it was killed or never started; otherwise the task's error, with its name and code
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: InputOf<Tasks[Name]>,
    transfer?: ArrayBuffer[],
  ): Promise<OutputOf<Tasks[Name]>>
  /** Ends every thread immediately. Running and waiting tasks are rejected with `closed`. */
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
  /** Limit of the heap, fixed when the thread starts. A thread runs only tasks with the same limit. */
  heapMb: number
  current?: Assignment
  timer?: NodeJS.Timeout
}

/** Creates a pool of threads that can be killed. A task that exceeds its limits ends with its thread. */
export function createWorkerPool<Tasks extends TaskTable>(settings: WorkerPoolSettings<Tasks>): WorkerPool<Tasks> {
  const threads = new ThreadPool(settings)
  return {
    run: (name, input, transfer = []) =>
      new Promise((resolve, reject) => {
        const task = settings.tasks[name]
        if (!task) throw new Error(`no task is called ${name}`)
        threads.add({ order: { name, input }, limits: task.limits, transfer, resolve, reject } as Assignment)
      }),
    close: () => threads.close(),
  }
}

/** The threads of a pool and the waiting assignments. */
class ThreadPool {
  readonly #settings: Pick<WorkerPoolSettings<TaskTable>, 'size' | 'queueLimit' | 'entry'>
  readonly #threads = new Set<Thread>()
  readonly #queue: Assignment[] = []
  #isClosed = false

  constructor(settings: Pick<WorkerPoolSettings<TaskTable>, 'size' | 'queueLimit' | 'entry'>) {
    this.#settings = settings
  }

  /** @throws TaskStopped `closed`, `queue_full` */
  add(assignment: Assignment): void {
    const { name } = assignment.order
    const { queueLimit } = this.#settings
    if (this.#isClosed) throw new TaskStopped(name, 'closed', 'the worker pool is closed')
    this.#queue.push(assignment)
    this.#dispatch()
    if (this.#queue.length > queueLimit) {
      this.#queue.pop()
      throw new TaskStopped(name, 'queue_full', `${queueLimit} tasks wait already`)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const waiting of this.#queue.splice(0)) waiting.reject(stoppedByClosing(waiting))
    const ends = [...this.#threads].map((thread) =>
      this.#terminate(thread, thread.current && stoppedByClosing(thread.current)),
    )
    await Promise.all(ends)
  }

  #dispatch(): void {
    for (let next = this.#queue[0]; next; next = this.#queue[0]) {
      const thread = this.#findThread(next.limits.heapMb)
      if (!thread) return
      this.#queue.shift()
      this.#assign(thread, next)
    }
  }

  #findThread(heapMb: number): Thread | undefined {
    const idle = [...this.#threads].filter((thread) => !thread.current)
    const fitting = idle.find((thread) => thread.heapMb === heapMb)
    if (fitting) return fitting
    if (this.#threads.size < this.#settings.size) return this.#start(heapMb)
    if (!idle[0]) return undefined
    void this.#terminate(idle[0])
    return this.#start(heapMb)
  }

  #start(heapMb: number): Thread {
    const thread: Thread = {
      worker: new Worker(this.#settings.entry, { env: threadEnvironment(), resourceLimits: limitHeap(heapMb) }),
      heapMb,
    }
    this.#threads.add(thread)
    thread.worker.on('message', (answer: TaskAnswer) => this.#finish(thread, answer))
    thread.worker.on('error', (error) => this.#lose(thread, error))
    thread.worker.on('exit', () => this.#lose(thread, new Error('its thread ended')))
    thread.worker.unref()
    return thread
  }

  #assign(thread: Thread, assignment: Assignment): void {
    const { order, limits, transfer } = assignment
    try {
      thread.worker.postMessage(order, transfer)
    } catch (error) {
      assignment.reject(error) // the input cannot be cloned or transferred; the thread did not receive it
      return
    }
    thread.current = assignment
    thread.worker.ref()
    thread.timer = setTimeout(() => {
      void this.#terminate(thread, new TaskStopped(order.name, 'time', `killed after its limit of ${limits.timeMs} ms`))
      this.#dispatch()
    }, limits.timeMs)
  }

  #finish(thread: Thread, answer: TaskAnswer): void {
    const assignment = release(thread)
    if (!assignment) return
    if ('output' in answer) assignment.resolve(answer.output)
    else assignment.reject(rebuild(answer.error))
    this.#dispatch()
  }

  #lose(thread: Thread, error: Error): void {
    if (!this.#threads.has(thread)) return
    const assignment = thread.current
    void this.#terminate(thread, assignment && stoppedByLoss(assignment, error))
    this.#dispatch()
  }

  #terminate(thread: Thread, reason?: Error): Promise<number> {
    this.#threads.delete(thread)
    release(thread)?.reject(reason)
    return thread.worker.terminate()
  }
}

/**
 * Returns the heap limits of a thread. V8 gives a thread that reached its limit 16 MB to end. A larger young generation
 * cannot be moved in time, and V8 would then end the whole process.
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
