import path from 'node:path'
import * as electron from 'electron'
import { consolePrivileges } from './console-protocol.ts'
import { findServiceProgram } from './service/service-program.ts'
import { startDesktop } from './start-desktop.ts'

/**
 * Entry point of the program, dist/desktop/main.cjs, next to preload.cjs. The console's build is dist/console, or that
 * of the bundled service in a packed program.
 */
const { app, protocol } = electron
const built = import.meta.dirname
const resources = app.isPackaged ? process.resourcesPath : null

protocol.registerSchemesAsPrivileged([consolePrivileges])
app.enableSandbox()
if (app.requestSingleInstanceLock()) {
  void app.whenReady().then(() =>
    startDesktop(electron, {
      console: resources === null ? path.join(built, '../console') : path.join(resources, 'coffer/dist/console'),
      preload: path.join(built, 'preload.cjs'),
      service: findServiceProgram(resources, path.join(built, '../..')),
      words: process.argv.slice(1),
    }),
  )
} else {
  app.quit() // the first instance is notified and comes to the front
}
