import { parseDuration } from '@brokerdeck/contract/measures.ts'
import { monitoringIntegration as m } from '#features/settings/messages/monitoring.ts'

/** The inputs of the setup form, as strings. */
export interface ScrapeInputs {
  readonly way: 'pull' | 'push'
  readonly address: string
  readonly path: string
  readonly scheme: 'http' | 'https'
  readonly interval: string
  readonly gateway: string
}

export type ScrapeFaults = Partial<Record<'address' | 'path' | 'interval' | 'gateway', string>>

export function checkScrapeInputs({ way, address, path, interval, gateway }: ScrapeInputs): ScrapeFaults {
  return {
    ...(/^\d/.test(interval) && parseDuration(interval) !== undefined ? {} : { interval: m.intervalWrong }),
    ...(way === 'pull' && parseAddresses(address).length === 0 ? { address: m.emqxAddressMissing } : {}),
    ...(way === 'pull' && path.trim() === '' ? { path: m.metricsPathMissing } : {}),
    ...(way === 'push' && gateway.trim() === '' ? { gateway: m.pushUrlMissing } : {}),
  }
}

const parseAddresses = (text: string): readonly string[] =>
  text
    .split(',')
    .map((one) => hostAndPort(one.trim()))
    .filter((one) => one !== '')

/** Prometheus expects targets without the protocol. */
const hostAndPort = (address: string): string => address.replace(/^https?:\/\//i, '').replace(/\/.*$/, '')

/**
 * Returns `prometheus.yml` for these inputs. It contains no secrets: the API key is a placeholder, its secret a file.
 */
export function scrapeConfig(inputs: ScrapeInputs, isProtected: boolean): string {
  const job = inputs.way === 'pull' ? pullJob(inputs, isProtected) : pushJob(inputs)
  return [
    'global:',
    `  scrape_interval: ${inputs.interval}`,
    '',
    'scrape_configs:',
    ...job.map((line) => `  ${line}`),
    '',
  ].join('\n')
}

function pullJob({ address, path, scheme, interval }: ScrapeInputs, isProtected: boolean): readonly string[] {
  return [
    '- job_name: emqx',
    `  scheme: ${scheme}`,
    `  metrics_path: ${quoteText(path.startsWith('/') ? path : `/${path}`)}`,
    `  scrape_interval: ${interval}`,
    ...(isProtected
      ? ['  basic_auth:', '    username: "API_KEY"', '    password_file: /etc/prometheus/emqx-api-secret']
      : []),
    ...targets(parseAddresses(address)),
  ]
}

function pushJob({ gateway, interval }: ScrapeInputs): readonly string[] {
  const scheme = /^https:/i.test(gateway.trim()) ? 'https' : 'http'
  return [
    '- job_name: emqx-pushgateway',
    `  scheme: ${scheme}`,
    '  # The labels of who pushed stay, not those of the gateway.',
    '  honor_labels: true',
    `  scrape_interval: ${interval}`,
    ...targets(parseAddresses(gateway)),
  ]
}

const targets = (addresses: readonly string[]): readonly string[] => [
  '  static_configs:',
  '    - targets:',
  ...addresses.map((one) => `        - ${quoteText(one)}`),
]

/** A JSON string is also a double-quoted YAML string. */
const quoteText = (text: string): string => JSON.stringify(text)
