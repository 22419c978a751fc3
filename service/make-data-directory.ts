import fs from 'node:fs'
import { makeFolder } from './embedded/home.ts'
import { StartupError } from './store/startup-error.ts'

/**
 * Creates the data directory if needed and checks that it is writable.
 * @throws StartupError
 */
export function makeDataDirectory(folder: string): void {
  try {
    makeFolder(folder)
    fs.accessSync(folder, fs.constants.W_OK)
  } catch (error) {
    throw new StartupError('data_directory_unusable', { folder, reason: (error as Error).message }, { cause: error })
  }
}
