import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { eventually } from '@brokerdeck/embedded-broker/testing/eventually.ts'
import { fillKept } from '@brokerdeck/embedded-broker/testing/fill-kept.ts'
import { fillExamples } from '@brokerdeck/embedded-broker/testing/resource-examples.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import type { RouteDeclaration } from '#routes/route.ts'
import { type Address, allRoutes, entryAddress, linkTo } from '#routes/routes.ts'
import type { BrokerFetch } from '#testing/broker-fetch.ts'
import { renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const database = 'password_based:built_in_database'

/** Creates objects in as many lists as possible. */
async function arrange(broker: TestBroker, network: BrokerFetch): Promise<void> {
  const { ask, context } = broker
  const write = async (...[method, path, body]: Parameters<typeof ask>) => {
    const { status, body: answer } = await ask(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  }
  const away = await connectClient(context.cluster, { clientId: 'away', protocolVersion: 4, clean: false })
  await away.subscribeAsync(['a/#', '$share/g/b'], { qos: 1 })
  away.end(true)
  await eventually(() => expect(context.cluster.session('away')?.isConnected).toBe(false))
  // Keepalive is off, because a ping between the two visits would change the counters.
  const here = await connectClient(context.cluster, { clientId: 'here', keepalive: 0 })
  await here.subscribeAsync('a/b')
  await write('POST', '/publish', { topic: 'a/b', payload: 'x', qos: 1, retain: true })
  await write('POST', '/publish', { topic: '$delayed/600/a/b', payload: 'x' })
  await write('POST', '/banned', { as: 'username', who: 'x', until: '2030-01-01T00:00:00Z' })
  await write('POST', '/banned', { as: 'clientid', who: 'y' })
  await write('POST', '/api_key', { name: 'ci', enable: true, desc: '' })
  await write('POST', '/trace', { name: 'press', type: 'clientid', clientid: 'here' })
  await write('POST', '/mqtt/topic_metrics', { topic: 'a/b' })
  await write('PUT', '/configs/log', { audit: { enable: true } })
  await write('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    enable: false,
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  })
  await write('POST', `/authentication/${database}/users`, { user_id: 'plc', password: 'x' })
  const rules = '/authorization/sources/built_in_database/rules'
  await write('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
  await write('POST', `${rules}/clients`, [{ clientid: 'here', rules: [] }])
  await write('POST', `${rules}/users`, [{ username: 'plc', rules: [] }])
  await write('PUT', '/mqtt/topic_rewrite', [
    { action: 'all', source_topic: 'x/#', re: '^x/(.+)$', dest_topic: 'y/$1' },
  ])
  await write('PUT', '/slow_subscriptions/settings', { enable: true })
  await write('POST', '/data/export', {})
  await write('PUT', '/mqtt/auto_subscribe', [{ topic: 'a/c', qos: 1 }])
  await write('POST', '/rules', { id: 'key', sql: 'SELECT * FROM "a"', actions: [{ function: 'console' }] })
  await fillKept(broker)
  await fillExamples(ask)
  const webhook = { type: 'http', name: 'mail_WH_D' }
  await write('POST', '/connectors', { ...webhook, url: 'http://127.0.0.1:9', pool_size: 1 })
  await write('POST', '/actions', { ...webhook, connector: webhook.name, parameters: { method: 'post' } })
  await write('POST', '/rules', {
    id: webhook.name,
    sql: 'SELECT * FROM "a/#"',
    actions: [`http:${webhook.name}`],
  })
  context.alarms.checkCpu(99, { high: 80, low: 60 })
  // The load of this machine differs between the two languages.
  const nodes = await ask('GET', '/nodes')
  network.answer(/\/api\/v5\/nodes$/, () => Response.json(nodes.body))
  // A rate falls between the two visits.
  const file = await ask('GET', '/authorization/sources/file/status')
  network.answer(/\/authorization\/sources\/file\/status$/, () => Response.json(file.body))
  const written = {
    time: '2026-01-01T00:00:00.000Z',
    id: '1',
    event: 'end',
    cluster: 'plant',
    user: 'ann',
    auth: 'session',
    address: '10.0.0.7',
    method: 'DELETE',
    path: '/api/v5/clients/x',
    status: 204,
  }
  network.answer(/\/brokerdeck\/audit-log$/, () => Response.json({ data: [written], meta: { count: 1 } }))
  const series = await ask('GET', '/prometheus/stats')
  network.answer(/\/prometheus\/stats$/, () => new Response(String(series.body)))
}

const sources = import.meta.glob<string>(['../{domain,features,managed}/**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const exportNames = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/exportName(?:=|: )['"]([^'"]+)['"]/g)].map(([, name = '']) => name),
)

/** Tells whether a source file in the folder of the page offers an export. */
function hasList({ page }: RouteDeclaration): boolean {
  const folder = page.slice(0, page.lastIndexOf('/') + 1)
  return Object.entries(sources).some(
    ([path, source]) => path.startsWith(`../features/${folder}`) && source.includes('exportName'),
  )
}

const rules = { type: 'built_in_database' }

/**
 * Lists below another page, on a page with tabs, or inside a page: no entry of the menu opens any of these lists
 * first.
 */
const parts: readonly Address[] = [
  linkTo('nodes'),
  linkTo('cluster'),
  linkTo('loadRebalance'),
  linkTo('relup'),
  linkTo('topClients'),
  linkTo('alarms'),
  linkTo('alarms', { tab: 'history' }),
  linkTo('flows', { view: 'list' }),
  linkTo('auditLog'),
  linkTo('auditLog', { tab: 'server' }),
  linkTo('monitoringIntegration', { tab: 'figures' }),
  linkTo('authenticator', { id: database }, { tab: 'users' }),
  linkTo('accessSource', rules, { tab: 'rules' }),
  linkTo('accessSource', rules, { tab: 'rules', scope: 'users' }),
  linkTo('gateway', { name: 'stomp' }, { tab: 'listeners' }),
  linkTo('gateway', { name: 'stomp' }, { tab: 'clients' }),
  linkTo('exhook', { name: 'own' }, { tab: 'hooks' }),
]

/** All other pages of the menu with a list: the exports of these pages are compared with the names in the sources. */
const pages = allRoutes().flatMap(([, one]) => {
  if (!('title' in one) || !hasList(one)) return []
  const address = entryAddress(one)
  return parts.some(({ to }) => to === address.to) ? [] : [{ address, title: one.title }]
})

/** The exports that need a selection or a connection first, or durable storage, which the embedded broker never has. */
const elsewhere = ['queues', 'replicas', 'shards', 'sites', 'subscribers']

it('every list is saved in the words of the API, to the same bytes in both languages', async () => {
  const saved = savedFiles()
  const { network, user } = await renderApp('/dashboard/overview', {
    edition: 'enterprise',
    now: () => Date.UTC(2026, 0, 1),
    arrange,
    config: { auditLog: 'file' },
  })
  const english = await saveAll('en')
  localStorage.setItem('language', 'zh')
  const { reloadPage } = await import('#app/preferences/reload-page.ts')
  reloadPage()
  await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'))
  const chinese = await saveAll('zh')

  expect(Object.keys(chinese)).toEqual(Object.keys(english))
  for (const [file, text] of Object.entries(english)) expect(chinese[file], file).toBe(text)
  expect(exportNames.filter((name) => english[`${name}.csv`] === undefined).toSorted()).toEqual(elsewhere)

  /** Returns the CSV of each list, with all its columns. */
  async function saveAll(language: 'en' | 'zh'): Promise<Readonly<Record<string, string>>> {
    const { table } = await import('#kit/messages/page.ts')
    const named = (selector: string, name: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(({ textContent }) =>
        textContent.startsWith(name),
      )
    const exportButton = () => named('main button[aria-haspopup=menu]', table.exportRows)[0]
    const files: Record<string, string> = {}
    for (const { address, title } of pages) {
      await open(address)
      await waitFor(() => expect(document.querySelector('main h1')?.textContent).toBe(title[language]))
      // Some pages beside a list have no export: the test names at its end the exports that were not saved.
      await settle()
      if (exportButton() !== undefined) await save(address)
    }
    for (const address of parts) {
      await open(address)
      await save(address)
    }
    return files

    async function open({ to, search }: Address): Promise<void> {
      const query = new URLSearchParams(Object.entries(search).map(([key, value]) => [key, String(value)]))
      history.pushState(null, '', query.size === 0 ? to : `${to}?${query}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
      await network.settled()
      await vi.dynamicImportSettled()
    }

    /** Waits until the page has received all its responses and modules several times in a row and nothing is busy. */
    async function settle(): Promise<void> {
      for (let quiet = 0; quiet < 5; quiet += 1) {
        const asked = network.asked.length
        await network.settled()
        await vi.dynamicImportSettled()
        const isWaiting = document.querySelector('main [aria-busy=true]') !== null
        if (isWaiting || network.asked.length > asked) quiet = 0
      }
    }

    async function save({ to }: Address): Promise<void> {
      const button = await waitFor(() => {
        const found = exportButton()
        if (found === undefined) throw new Error(`${to} offers no export`)
        return found
      })
      await network.settled()
      for (const chooser of named('main button', table.columns)) {
        await user.click(chooser)
        const boxes = '[role=dialog] [type=checkbox]:not(:checked)'
        for (const box of document.querySelectorAll<HTMLElement>(boxes)) box.click()
        await user.keyboard('{Escape}')
      }
      await user.click(button)
      const before = saved.length
      for (const item of named('[role=menuitem]', table.exportPageCsv)) await user.click(item)
      const file = await waitFor(() => {
        const last = saved[before]
        if (last === undefined) throw new Error(`${to} saves nothing`)
        return last
      })
      files[file.name] = await file.content.text()
    }
  }
}, 300_000)
