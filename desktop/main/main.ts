import path from 'node:path'
import * as electron from 'electron'
import { consolePrivileges } from './console-protocol.ts'
import { findServiceProgram } from './service/service-program.ts'
import { startDesktop } from './start-desktop.ts'

/**
 * The program's first file, dist/desktop/main.cjs, beside preload.cjs. The console's build is dist/console; packed, it is the
 * one that the bundled service has.
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
  app.quit() // the first one is told, and comes to the front
}
