import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { freePort, until, whenListening } from './listening-program.ts'
import { temporaryFolder } from './temporary-folders.ts'

export type Prometheus = Awaited<ReturnType<typeof startPrometheus>>

const program = '/usr/bin/prometheus'

/** One time series of an answer. */
export interface Series {
  metric: Record<string, string>
  value: [number, string]
}

/** Returns why no Prometheus can be started here, or undefined. */
export function prometheusMissing(): string | undefined {
  return fs.existsSync(program) ? undefined : `needs ${program}`
}

/** Starts Debian's Prometheus, which scrapes a service with a token twice a second, and loads rules. */
export async function startPrometheus(serviceUrl: string, token: string, rules: string) {
  const folder = temporaryFolder('coffer-test-prometheus-')
  const port = await freePort()
  fs.writeFileSync(`${folder}/token`, token)
  fs.writeFileSync(`${folder}/prometheus.yml`, configuration(serviceUrl, folder, rules))
  const files = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`]
  const prometheus = spawn(program, [...files, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' })
  await whenListening(prometheus, port)
  await until(async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).ok)

  let at: number | undefined

  /** Returns the result of a query, at the time of `whenScraped`. @throws Error with Prometheus' message if it does not accept the query */
  async function query(expression: string): Promise<Series[]> {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: expression, ...(at !== undefined && { time: String(at) }) }),
    })
    const { data, error } = (await answer.json()) as { data?: { result: Series[] }; error?: string }
    if (!data) throw new Error(`${expression}: ${error}`)
    return data.result
  }

  return {
    query,
    /** Resolves when two scrapes are stored. On a busy machine, later scrapes may fail: their values are not queried. */
    whenScraped: () =>
      until(async () => {
        const [up] = await query('sum_over_time(up{job="coffer"}[1m]) >= 2 and up == 1')
        at = up?.value[0]
        return up !== undefined
      }),
    /** Names of the loaded alerts. */
    async alerts(): Promise<string[]> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/rules?type=alert`)
      const { data } = (await answer.json()) as { data: { groups: { rules: { name: string }[] }[] } }
      return data.groups.flatMap(({ rules }) => rules.map(({ name }) => name))
    },
    async stop() {
      prometheus.kill('SIGKILL')
      await once(prometheus, 'exit')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configuration(serviceUrl: string, folder: string, rules: string): string {
  return `
rule_files: ['${rules}']
scrape_configs:
  - job_name: coffer
    scrape_interval: 500ms
    scrape_timeout: 500ms
    authorization: { credentials_file: ${folder}/token }
    static_configs: [{ targets: ['${new URL(serviceUrl).host}'] }]
`
}
