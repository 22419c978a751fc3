/** How a service manager is told of the agent: files, then commands; and how it forgets it. */
export interface InstallPlan {
  /** Where the program is copied to, and the folder of its key. */
  program: string
  stateDir: string
  files: { path: string; text: string; mode: number }[]
  /** Ends an agent that was installed before, where another program cannot take its place otherwise. */
  halt: string[][]
  /** Run before the files are written, once the program's folder is there: who may read and change what. */
  protect: string[][]
  /** Run in this order; the first that fails ends the installing. What was installed before runs anew. */
  install: string[][]
  /** Run in this order, after `halt`; one that fails is passed over: it may be gone already. */
  uninstall: string[][]
  /** The same, once its files are removed. */
  forget: string[][]
  /** Removed beside `files`: what an earlier install may have written. */
  leftovers: string[]
  /** In words, what is there now and how to look at it. */
  afterwards: string
}

export interface InstallWishes {
  /** What the environment of this command says: it becomes the service's. A proxy's address may hold a password. */
  settings: Readonly<Record<string, string>>
}
