import { fillKept } from '@brokerdeck/embedded-broker/testing/fill-kept.ts'
import { fillExamples } from '@brokerdeck/embedded-broker/testing/resource-examples.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, it } from 'vitest'
import { allRoutes, entryAddress } from '#routes/routes.ts'
import { renderApp } from '#testing/render-app.ts'
import { isPressable, visitPage } from '#testing/visit-page.ts'

/**
 * The pages on which a file is only compared, or published by the page's own MQTT client: no role of the console
 * restricts them.
 */
const ownFiles: ReadonlySet<string> = new Set(['/clusters/compare', '/websocket'])

/** Every page of the menu, and those pages that only an action leads to. */
const pages = [
  ...allRoutes().flatMap(([, one]) => ('title' in one ? [entryAddress(one).to] : [])),
  '/schema-validation/create',
  '/message-transform/create',
]

/** Returns the enabled controls of a page that would begin an action that a viewer may not do. */
function openControls(path: string): readonly string[] {
  const named = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
  const found = [...document.querySelectorAll('main input, main button, main a')].filter((element) => {
    if (element.matches('[type=file]')) return !ownFiles.has(path)
    if (element.matches('[type=checkbox]')) return named(element).startsWith('Select ')
    return /^(?:Create|Add|Set up|Install) /.test(named(element))
  })
  return found.filter(isPressable).map((element) => `${path}: ${named(element)}`)
}

const database = '/authentication/detail/password_based%3Abuilt_in_database'

/** Lists that contain objects, and the detail page of one object of each list. */
const filled = [
  '/banned-clients',
  '/clients',
  '/connector',
  '/flow',
  '/log-trace',
  '/plugins',
  '/rule/actions',
  '/rule/rules',
  '/rule/source',
  '/schema/external',
  '/schema/internal',
  '/users',
  '/webhook',
  `${database}?tab=users`,
  `${database}?tab=settings`,
  '/authorization/detail/file',
  '/clients/detail/d1',
  '/cluster-linking/detail/own',
  '/dashboard/nodes/emqx%40127.0.0.1',
  '/connector/http%3Aweb?tab=settings',
  '/rule/actions/http%3Apost',
  '/rule/source/mqtt%3Ain',
  '/rule/rules/key?tab=settings',
  '/rule/rules/key?tab=statistics',
  '/rule/rules/key?tab=test',
  '/exhook/detail/own',
  '/gateway/detail/coap',
  '/gateway/detail/stomp',
  '/plugins/detail/device_tags-1.0.0',
  '/listener/ssl%3Adefault',
  '/log-trace/detail/press',
  '/flow/key',
  '/schema-validation/detail/warm',
  '/message-transform/detail/tag',
  '/schema/external/detail/confluent',
  '/schema/internal/detail/temperature',
  '/schema/internal/detail/temperature?tab=uses',
]

async function arrange({ context, ask }: TestBroker): Promise<void> {
  await ask('POST', '/banned', { as: 'clientid', who: 'mallory' })
  await ask('POST', '/publish', { topic: 'a', payload: 'x', retain: true })
  await ask('POST', '/trace', { name: 'press', type: 'clientid', clientid: 'plc-1' })
  await context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
}

async function arrangeAll(broker: TestBroker): Promise<void> {
  const { ask } = broker
  await arrange(broker)
  await fillKept(broker)
  await fillExamples(ask)
  await ask('POST', '/rules', { id: 'key', sql: 'SELECT * FROM "a"', actions: [{ function: 'console' }] })
  await ask('POST', '/authentication', {
    mechanism: 'password_based',
    backend: 'built_in_database',
    user_id_type: 'username',
    password_hash_algorithm: { name: 'sha256', salt_position: 'suffix' },
  })
}

it.each([
  ['as a broker is delivered', pages, arrange],
  ['with something in every list', filled, arrangeAll],
] as const)(
  'offers a viewer no rows to select, no file to upload and nothing to create %s',
  async (_, visited, fill) => {
    const app = await renderApp('/dashboard/overview', {
      edition: 'enterprise',
      username: 'val',
      arrange: fill,
    })
    const found: string[] = []
    for (const path of visited) {
      await visitPage(app, path)
      expect(document.querySelector('main h1')?.textContent, path).not.toMatch(/^404|not found$/)
      found.push(...openControls(path))
    }
    expect(found).toEqual([])
  },
  300_000,
)
