/** The files and commands that register the agent with a service manager, and remove it. */
export interface InstallPlan {
  /** Where the program is copied to, and the folder of its key. */
  program: string
  stateDir: string
  files: { path: string; text: string; mode: number }[]
  /** Stops an agent that was installed before, on systems where its program cannot be replaced while it runs. */
  halt: string[][]
  /** Run before the files are written, once the program's folder exists: restrict who may read and change it. */
  protect: string[][]
  /** Run in this order. The first failure ends the installation. An existing installation is restarted. */
  install: string[][]
  /** Run in this order, after `halt`. Failures are ignored, because the target may not exist. */
  uninstall: string[][]
  /** As `uninstall`, but run after its files are removed. */
  forget: string[][]
  /** Removed in addition to `files`: files of earlier versions. */
  leftovers: string[]
  /** Text that describes the result and how to inspect it. */
  afterwards: string
}

export interface InstallOptions {
  /**
   * Settings from the environment of this command, which become the service's. A proxy's address may contain a
   * password.
   */
  settings: Readonly<Record<string, string>>
}
