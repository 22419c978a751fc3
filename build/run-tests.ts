/**
 * `npm test [-- OPTIONS]`: runs all test files with mocha in parallel. The options are mocha's, for example `--jobs 2`
 * or `-g TITLE`. Run single files with `npx mocha FILE`.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { listTestFiles, orderTestFiles } from './test-order.ts'

const root = path.join(import.meta.dirname, '..')
const options = process.argv.slice(2)

/**
 * Tests wait for processes and devices for about half of their time, so each processor serves two of them. Each process
 * has the flags of this one: a young generation of 64 MB saves a tenth of their CPU.
 */
const jobs = Math.min(2 * os.availableParallelism(), 8)

process.chdir(root)
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, 'node_modules/.cache/compiled')
const files = orderTestFiles(listTestFiles(root), fs.readFileSync('test/long-files.txt', 'utf8'))
const parallel = options.some((option) => /^(-j|--jobs)\b/.test(option)) ? [] : ['--jobs', String(jobs)]
process.argv.splice(2, options.length, '--parallel', ...parallel, ...options, ...files)
await import(pathToFileURL(createRequire(import.meta.url).resolve('mocha/bin/mocha.js')).href)
