import fs from 'node:fs'
import { makeFolder } from './embedded/home.ts'
import { CannotStart } from './store/cannot-start.ts'

/** Sees to it that the data directory is there and can be written. @throws CannotStart in one line */
export function makeDataDirectory(folder: string): void {
  try {
    makeFolder(folder)
    fs.accessSync(folder, fs.constants.W_OK)
  } catch (error) {
    throw new CannotStart(`BKP_DATA_DIR is '${folder}': ${(error as Error).message}`, { cause: error })
  }
}
