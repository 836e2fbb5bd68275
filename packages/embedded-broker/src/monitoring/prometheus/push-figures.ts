import type { PrometheusConfig } from '@brokerdeck/contract/monitoring/prometheus.ts'

const timeoutMs = 10_000

/** Hands the figures of a node to the Pushgateway; throws when it does not take them. */
export async function pushFigures(
  { url, method, headers, job_name }: PrometheusConfig['push_gateway'],
  node: string,
  figures: string,
): Promise<void> {
  const response = await fetch(addressOf(url, job_name, node), {
    method: method.toUpperCase(),
    headers: { 'content-type': 'text/plain; version=0.0.4', ...headers },
    body: figures,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`.trim())
}

/** Slashes of the job name stay, they separate labels of the group: `emqx/instance/emqx~127.0.0.1`. */
function addressOf(url: string, jobName: string, node: string): string {
  const [name = '', host = ''] = node.split('@')
  const job = jobName.replaceAll(nameMark, name).replaceAll(hostMark, host)
  return `${url.replace(/\/+$/, '')}/metrics/job/${job.split('/').map(encodeURIComponent).join('/')}`
}

/** As the broker spells them in the setting. */
const nameMark = `\${name}`
const hostMark = `\${host}`
