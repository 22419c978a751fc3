// Stands for the service in tests of the desktop: answers /health on BKP_PORT, ends when it is asked to, and does what the
// file `mode` of its data folder says. It has the service's words for a refusal.
import fs from 'node:fs'
import http from 'node:http'
import path from 'node:path'

const data = process.env.BKP_DATA_DIR
const modeFile = path.join(data, 'mode')
const mode = fs.existsSync(modeFile) ? fs.readFileSync(modeFile, 'utf8') : ''
fs.writeFileSync(path.join(data, 'master-key'), 'x')
fs.writeFileSync(path.join(data, 'environment'), Object.keys(process.env).join(' '))
console.log('{"level":30,"msg":"begins"}')
if (mode === 'refuse') {
  console.log(JSON.stringify({ level: 60, code: 'folder_in_use', params: { folder: data, process: '4711' }, msg: '' }))
  process.exit(1)
}
const server = http.createServer((req, res) => {
  res.end('ok')
  if (req.url !== '/crash') return
  console.log('{"level":60,"msg":"exiting: uncaught exception","err":{"message":"a thing was undefined"}}')
  process.exit(1)
})
const end = () => {
  console.log('{"level":30,"msg":"ended in good order"}')
  process.exit(0)
}
process.on('message', (message) => message === 'stop' && end())
process.on('SIGTERM', end)
if (mode === 'slow') await new Promise(() => setInterval(() => undefined, 1_000))
fs.writeFileSync(path.join(data, 'initial-admin-password'), 'first-password\n', { mode: 0o600 })
server.listen(Number(process.env.BKP_PORT), process.env.BKP_HOST)
