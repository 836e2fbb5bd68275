import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { eventually } from '@brokerdeck/embedded-broker/testing/eventually.ts'
import { fillKept } from '@brokerdeck/embedded-broker/testing/fill-kept.ts'
import { fillExamples } from '@brokerdeck/embedded-broker/testing/resource-examples.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor } from '@testing-library/dom'
import { expect, it, vi } from 'vitest'
import type { BrokerFetch } from '#testing/broker-fetch.ts'
import { renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const database = 'password_based:built_in_database'

/** Something in as many lists as there are. */
async function arrange(broker: TestBroker, network: BrokerFetch): Promise<void> {
  const { ask, world } = broker
  const write = async (...[method, path, body]: Parameters<typeof ask>) => {
    const { status, body: answer } = await ask(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
  }
  const away = await connectClient(world.cluster, { clientId: 'away', protocolVersion: 4, clean: false })
  await away.subscribeAsync(['a/#', '$share/g/b'], { qos: 1 })
  away.end(true)
  await eventually(() => expect(world.cluster.session('away')?.isConnected).toBe(false))
  // A ping would count between the two visits.
  const here = await connectClient(world.cluster, { clientId: 'here', keepalive: 0 })
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
    ...{ mechanism: 'password_based', backend: 'built_in_database', user_id_type: 'username', enable: false },
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  })
  await write('POST', `/authentication/${database}/users`, { user_id: 'plc', password: 'x' })
  const rules = '/authorization/sources/built_in_database/rules'
  await write('POST', `${rules}/clients`, [{ clientid: 'here', rules: [] }])
  await write('POST', `${rules}/users`, [{ username: 'plc', rules: [] }])
  await write('POST', '/authorization/sources', { type: 'built_in_database', enable: true })
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
    ...{ id: webhook.name, sql: 'SELECT * FROM "a/#"', actions: [`http:${webhook.name}`] },
  })
  world.alarms.checkCpu(99, { high: 80, low: 60 })
  // This machine has another load in each language.
  const nodes = await ask('GET', '/nodes')
  network.answer(/\/api\/v5\/nodes$/, () => Response.json(nodes.body))
  // A rate falls between the two visits.
  const file = await ask('GET', '/authorization/sources/file/status')
  network.answer(/\/authorization\/sources\/file\/status$/, () => Response.json(file.body))
  const series = await ask('GET', '/prometheus/stats')
  network.answer(/\/prometheus\/stats$/, () => new Response(String(series.body)))
}

/** Where the lists are; the test counts the names it finds against the sources. */
const lists = [
  ...['/dashboard/nodes', '/monitoring/alarms', '/monitoring/alarms?tab=history', '/clients'],
  ...['/clients/top', '/activity'],
  ...['/subscriptions/subscription', '/subscriptions/topics', '/retained', '/delayed-pub', '/log-trace'],
  ...['/topic-metrics', '/slow-sub', '/authentication'],
  ...[`/authentication/detail/${database}?tab=users`, '/authorization'],
  ...['/authorization/detail/built_in_database?tab=rules'],
  ...['/authorization/detail/built_in_database?tab=rules&scope=users', '/banned-clients', '/rule/rules'],
  ...['/gcp-devices', '/file-transfer'],
  ...['/flow?view=list', '/rule/actions', '/rule/source', '/connector', '/webhook', '/schema-validation'],
  ...[
    '/schema/internal',
    '/schema/external',
    '/message-transform',
    '/gateway',
    '/gateway/detail/stomp?tab=listeners',
  ],
  ...['/gateway/detail/stomp?tab=clients', '/plugins', '/exhook', '/exhook/detail/own?tab=hooks'],
  ...['/listener', '/topic-rewrite', '/auto-sub', '/monitoring/integration?tab=figures', '/cluster'],
  ...['/cluster/rebalance', '/hot-upgrade'],
  ...['/users', '/api-key', '/backup', '/cluster-linking', '/audit-log'],
]

/** What can be saved only where something is chosen or connected first, or stored durably, as the embedded broker never does. */
const elsewhere = ['queues', 'replicas', 'shards', 'sites', 'subscribers']

const sources = import.meta.glob<string>(['../{domain,features}/**/*.{ts,tsx}', '!../**/*.test.*'], {
  eager: true,
  query: '?raw',
  import: 'default',
})
const exportNames = Object.values(sources).flatMap((source) =>
  [...source.matchAll(/exportName(?:=|: )['"]([^'"]+)['"]/g)].map(([, name = '']) => name),
)

it('every list is saved in the words of the API, to the same bytes in both languages', async () => {
  const saved = savedFiles()
  const { network, user } = await renderApp('/dashboard/overview', {
    ...{ edition: 'enterprise', now: () => Date.UTC(2026, 0, 1), arrange },
  })
  const english = await saveAll()
  localStorage.setItem('language', 'zh')
  const { reloadPage } = await import('#app/preferences/reload-page.ts')
  reloadPage()
  await waitFor(() => expect(document.documentElement.lang).toBe('zh-CN'))
  const chinese = await saveAll()

  expect(Object.keys(chinese)).toEqual(Object.keys(english))
  for (const [file, text] of Object.entries(english)) expect(chinese[file], file).toBe(text)
  expect(exportNames.filter((name) => english[`${name}.csv`] === undefined).toSorted()).toEqual(elsewhere)

  /** What each list gives as CSV, with all its columns. */
  async function saveAll(): Promise<Readonly<Record<string, string>>> {
    const { table } = await import('#kit/messages/page.ts')
    const named = (selector: string, name: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter(({ textContent }) =>
        textContent.startsWith(name),
      )
    const files: Record<string, string> = {}
    for (const path of lists) {
      history.pushState(null, '', path)
      window.dispatchEvent(new PopStateEvent('popstate'))
      await network.settled()
      await vi.dynamicImportSettled()
      const button = await waitFor(
        () => {
          const [found] = named('main button:not([role=tab])', table.exportRows)
          if (found === undefined) throw new Error(`${path} offers no export`)
          return found
        },
        { timeout: 10_000 },
      )
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
        if (last === undefined) throw new Error(`${path} saves nothing`)
        return last
      })
      files[file.name] = await file.content.text()
    }
    return files
  }
}, 300_000)
