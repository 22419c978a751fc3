#!/usr/bin/env node
// Runs on any Node. If it cannot run TypeScript, it starts the pinned Node of the packages.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const folder = path.dirname(fs.realpathSync(process.argv[1]))
const pinned = path.join(folder, '../../node_modules/.bin/node')
// In an installation with the service, `coffer service …` runs the service's program.
const ofService = path.join(folder, '../../service/main.ts')
const isOfService = process.argv[2] === 'service' && fs.existsSync(ofService)
const program = isOfService ? ofService : path.join(folder, 'main.ts')
if (isOfService) process.argv.splice(2, 1)

if (process.features.typescript) await import(pathToFileURL(program).href)
else if (process.platform !== 'win32' && fs.existsSync(pinned)) handOver()
else {
  console.error('coffer: this needs Node 24, or the packages of its folder: run npm start there once')
  process.exitCode = 2
}

function handOver() {
  const child = spawn(pinned, [program, ...process.argv.slice(2)], { stdio: 'inherit' })
  process.on('SIGINT', () => undefined) // the terminal sends it to both
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
