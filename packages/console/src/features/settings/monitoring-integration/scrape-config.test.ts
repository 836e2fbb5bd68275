import { expect, it } from 'vitest'
import { checkScrapeInputs, type ScrapeInputs, scrapeConfig } from './scrape-config.ts'

const inputs: ScrapeInputs = {
  way: 'pull',
  address: '10.0.0.1:18083, https://mq-2.example:18084/',
  path: 'api/v5/prometheus/stats',
  scheme: 'https',
  interval: '15s',
  gateway: 'http://gateway:9091',
}

it('has Prometheus scrape the broker', () => {
  expect(scrapeConfig(inputs, false)).toBe(`global:
  scrape_interval: 15s

scrape_configs:
  - job_name: emqx
    scheme: https
    metrics_path: "/api/v5/prometheus/stats"
    scrape_interval: 15s
    static_configs:
      - targets:
          - "10.0.0.1:18083"
          - "mq-2.example:18084"
`)
})

it('asks for an API key where one is needed, and holds no secret', () => {
  const config = scrapeConfig(inputs, true)
  expect(config).toContain('username: "API_KEY"')
  expect(config).toContain('password_file: /etc/prometheus/emqx-api-secret')
})

it('has Prometheus scrape a Pushgateway, keeping the labels of who pushed', () => {
  const config = scrapeConfig({ ...inputs, way: 'push' }, true)
  expect(config).toContain('honor_labels: true')
  expect(config).toContain('- "gateway:9091"')
  expect(config).not.toContain('basic_auth')
})

it('stays YAML whatever is typed', () => {
  const config = scrapeConfig({ ...inputs, address: 'a"\n- job_name: x', path: '"#' }, false)
  expect(config).toContain(String.raw`- "a\"\n- job_name: x"`)
  expect(config.split('\n').filter((line) => line.includes('job_name:') && !line.includes('"'))).toHaveLength(
    1,
  )
})

it('says what is missing, in the specified words', () => {
  expect(checkScrapeInputs(inputs)).toEqual({})
  expect(checkScrapeInputs({ ...inputs, address: ' ,', path: '', interval: 'soon' })).toEqual({
    address: 'Please configure the EMQX address',
    path: 'Please configure the metrics API path',
    interval: 'Please enter the value in the correct format',
  })
  expect(checkScrapeInputs({ ...inputs, way: 'push', gateway: '' })).toEqual({
    gateway: 'Please configure the Pushgateway address',
  })
})
