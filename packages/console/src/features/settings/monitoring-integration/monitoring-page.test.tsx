import { prometheusRoot } from '@brokerdeck/embedded-broker/config/roots/prometheus-root.ts'
import { opentelemetryApi } from '@brokerdeck/embedded-broker/monitoring/opentelemetry/opentelemetry-api.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const path = '/monitoring/integration'

it('has the nodes push, after a look at what will be sent', async () => {
  const { screen, user, broker } = await renderApp(path)
  await user.click(await screen.findByRole('switch', { name: /^Pushgateway/ }))
  const url = await screen.findByLabelText(/^Pushgateway address/)
  await user.clear(url)
  await user.type(url, 'http://gateway:9091')
  await user.click(screen.getByRole('switch', { name: /^Basic authentication/ }))
  await screen.findByText(/Every node pushes its metrics to http:\/\/gateway:9091 every 15s/)
  await screen.findByText(/From now on Prometheus needs an API key/)
  const [apply] = screen.getAllByRole('button', { name: /^Apply 3 changes/ })
  if (apply) await user.click(apply)
  await waitFor(() =>
    expect(broker.context.config.get(prometheusRoot)).toMatchObject({
      enable_basic_auth: true,
      push_gateway: { enable: true, url: 'http://gateway:9091', interval: '15s' },
      collectors: { vm_memory: 'disabled' },
    }),
  )
})

it.each([
  ['embedded', true],
  ['cluster', false],
] as const)('speaks of the embedded broker where there is one: %s', async (mode, isSaid) => {
  const { screen } = await renderApp(path, { config: { mode } })
  await screen.findByText(/Metrics of the Erlang virtual machine that EMQX runs on/)
  expect(screen.queryByText(/The embedded broker has no Erlang virtual machine/) !== null).toBe(isSaid)
})

it('wants an address to push to', async () => {
  const { screen, user, broker } = await renderApp(path)
  await user.click(await screen.findByRole('switch', { name: /^Pushgateway/ }))
  await user.clear(await screen.findByLabelText(/^Pushgateway address/))
  const [apply] = screen.getAllByRole('button', { name: /^Apply/ })
  if (apply) await user.click(apply)
  expect((await screen.findAllByText('Please configure the Pushgateway address')).length).toBeGreaterThan(0)
  expect(broker.context.config.get(prometheusRoot).push_gateway.enable).toBe(false)
})

it('shows what is exported right now, by scope, and finds in it', async () => {
  const {
    screen,
    user,
    broker,
    path: place,
  } = await renderApp(`${path}?tab=figures`, {
    arrange: async ({ context }) => void (await connectClient(context.cluster, { clientId: 'a' })),
  })
  const search = await screen.findByRole('searchbox', { name: 'Search metrics and labels' })
  await user.type(search, 'emqx_connections_count')
  const table = await screen.findByRole('table', { name: 'Exported series' })
  expect(await within(table).findByText('emqx_connections_count')).toBeDefined()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Scope' }), 'Each node by itself')
  const [first] = broker.context.cluster.nodes
  expect(await within(table).findByText(`node=${JSON.stringify(first?.name)}`)).toBeDefined()
  expect(place()).toContain('mode=all_nodes_unaggregated')
  await user.clear(search)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Endpoint' }), 'Access control')
  expect(await within(table).findByText('emqx_banned_count')).toBeDefined()
})

it('says why figures cannot be read', async () => {
  const { screen } = await renderApp(`${path}?tab=figures`, {
    arrange: (_broker, network) => {
      network.answer(/prometheus/, () => new Response('{"code":"INTERNAL_ERROR"}', { status: 500 }))
    },
  })
  expect(await screen.findByText('Operation failed')).toBeDefined()
})

it('writes the configuration of Prometheus', async () => {
  const { screen, user } = await renderApp(`${path}?tab=setup`, {
    arrange: (broker) => void broker.context.config.put('prometheus', { enable_basic_auth: true }),
  })
  const config = await screen.findByText(/password_file:/)
  expect(config.textContent).toContain(JSON.stringify(location.host))
  expect(config.textContent).toContain('"/api/v5/prometheus/stats"')
  await user.clear(screen.getByLabelText('EMQX address'))
  expect(await screen.findByText('Please configure the EMQX address')).toBeDefined()
  expect(screen.queryByText(/scrape_configs/, { selector: 'pre' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'It scrapes a Pushgateway' }))
  expect(await screen.findByText(/honor_labels: true/)).toBeDefined()
})

it('says that Community has no OpenTelemetry', async () => {
  const { screen } = await renderApp(`${path}?tab=opentelemetry`)
  expect(await screen.findByText('OpenTelemetry is not in this edition')).toBeDefined()
})

it('exports by OpenTelemetry in Enterprise, and shows a refusal', async () => {
  const { screen, user, broker } = await renderApp(`${path}?tab=opentelemetry`, { edition: 'enterprise' })
  await user.click(await screen.findByRole('switch', { name: /^Traces/ }))
  const apply = () => screen.getAllByRole('button', { name: /^Apply/ })[0] ?? document.body
  await user.click(apply())
  expect((await screen.findAllByText(/exports metrics only/)).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('switch', { name: /^Traces/ }))
  await user.click(screen.getByRole('switch', { name: /^Metrics/ }))
  await user.click(apply())
  await waitFor(() =>
    expect(opentelemetryApi.own(broker.context).telemetry.settings.metrics.enable).toBe(true),
  )
})

it('keeps a list of clients that are always traced', async () => {
  const { screen, user, broker } = await renderApp(`${path}?tab=opentelemetry&part=clientid`, {
    edition: 'enterprise',
  })
  await user.click(await screen.findByRole('button', { name: 'Add client ID' }))
  await user.type(await screen.findByRole('textbox', { name: /^Client ID/ }), 'sensor-1')
  await user.click(screen.getAllByRole('button', { name: 'Apply 1 change' })[0] ?? document.body)
  await waitFor(() =>
    expect(opentelemetryApi.own(broker.context).telemetry.whitelist('clientid')).toEqual(['sensor-1']),
  )
})

it('speaks Chinese', async () => {
  const { screen } = await renderApp(path, { locale: 'zh' })
  expect(await screen.findByRole('heading', { name: '监控集成', level: 1 })).toBeDefined()
  expect(await screen.findByRole('switch', { name: /^基本认证/ })).toBeDefined()
})
