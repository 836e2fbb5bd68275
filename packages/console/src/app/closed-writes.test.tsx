import { type Restriction, restrictions } from '@brokerdeck/contract/console-server.ts'
import { restrictionOn } from '@brokerdeck/contract/restricted-requests.ts'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'
import { isPressable, visitPage } from '#testing/visit-page.ts'
import { createAppRouter } from './routes.tsx'

/** Every page of the route table, with a placeholder for each parameter. */
const pages = Object.keys(createAppRouter(createMemoryHistory(), '/').routesByPath)
  .filter((path) => path !== '/')
  .map((path) =>
    path
      .replace('$clientId', 'plc-1')
      .replace('$node', 'emqx@127.0.0.1')
      .replace(/\$[^/]+/g, 'some')
      .replace(/\/$/, ''),
  )

const viewer: RenderOptions = {
  edition: 'enterprise',
  username: 'val',
  arrange: async ({ context, ask }) => {
    await ask('POST', '/banned', { as: 'clientid', who: 'mallory' })
    await ask('POST', '/publish', { topic: 'a', payload: 'x', retain: true })
    await ask('POST', '/publish', { topic: '$delayed/600/a', payload: 'x' })
    await ask('POST', '/trace', { name: 'press', type: 'clientid', clientid: 'plc-1' })
    await ask('POST', '/mqtt/topic_metrics', { topic: 'a/b' })
    await ask('POST', '/api_key', { name: 'ci', enable: true, desc: '' })
    await context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
  },
}

/** A read-only console still allows reads, so the restrictions that apply to every user are tested with it, too. */
const readOnly: RenderOptions = {
  ...viewer,
  username: 'admin',
  config: { readOnly: true, closed: [...restrictions] },
}

/** The console's own templates and dashboards, and secrets that cannot be read again, are no exports of the broker. */
const own = /^(users-[\w:-]+|rows)\.csv$|^prometheus\.yml$|^rule-tests\.json$|^emqx|grafana/

/**
 * The forms of these pages only send a query, or speak MQTT as a client does: no role of the console restricts them.
 */
const asksOnly = new Set(['/authorization/why', '/topics-explorer', '/websocket'])

const controls = 'button, [role=menuitem], [role=switch], [role=menuitemradio], [role=menuitemcheckbox]'
const layers = '[role=dialog], [role=alertdialog], [role=menu]'
/**
 * The search is limited to the overlay element: in a page of ten thousand elements each search took as long as a
 * click.
 */
const hasLayer = () => document.getElementById('overlays')?.querySelector(layers) != null

/** Returns a label without numbers and names, because the rows and pages of a list repeat the same controls. */
const kindOf = (element: Element) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replace(/\d+| (for|of) .*$/g, '')

/** Presses every control in an element, and every control in the layers that this opens, one level deep. */
async function pressAll(app: RenderedApp, path: string, within: string, depth: number): Promise<void> {
  const done = new Set<string>()
  for (;;) {
    // The search starts from the end: in a dialog, the buttons that act come after those that close it.
    const next = [...document.querySelectorAll<HTMLElement>(`${within} :is(${controls})`)].findLast(
      (one) => isPressable(one) && !done.has(kindOf(one)),
    )
    if (next === undefined) return
    done.add(kindOf(next))
    next.click()
    await app.network.settled()
    if (depth > 0 && hasLayer()) await pressAll(app, path, `#overlays :is(${layers})`, 0)
    if (hasLayer() && depth > 0) {
      await app.user.keyboard('{Escape}')
      await app.user.keyboard('{Escape}')
    }
    if (depth > 0 && app.path().split('?')[0] !== path) await visitPage(app, path)
  }
}

it.each([
  ['a viewer', viewer],
  ['a console that only reads', readOnly],
])(
  'every write of every page is closed to %s, and what is closed to everybody',
  async (_who, options) => {
    const saved = savedFiles()
    const { closed = [] } = options.config ?? {}
    const met = (all: readonly Restriction[]) =>
      app.network.asked.filter((line) => {
        const [method = '', target = ''] = line.split(' ')
        return restrictionOn(all, method, target) !== undefined
      })
    const app = await renderApp('/dashboard/overview', options)
    await app.screen.findByRole('heading', { level: 1 })
    const found: string[] = []
    for (const path of pages) {
      await visitPage(app, path)
      const before = app.network.asked.length
      await pressAll(app, app.path().split('?')[0] ?? path, 'main', 1)
      const written = app.network.asked.slice(before).filter((line) => !line.startsWith('GET '))
      if (written.length > 0) found.push(`${path}: ${[...new Set(written)].join(', ')}`)
      const submits = asksOnly.has(path)
        ? []
        : [...document.querySelectorAll('main button[type=submit]')].filter(isPressable)
      if (submits.length > 0)
        found.push(`${path}: ${submits.map((one) => one.textContent).join(', ')} is open`)
    }
    expect(pages.length).toBeGreaterThan(50)
    expect(found).toEqual([])
    expect(met(closed)).toEqual([])
    const exported = saved.filter(({ name }) => !own.test(name))
    if (closed.length > 0) expect(exported).toEqual([])
    // If nothing is closed, pressing the same controls sends these requests.
    else
      expect([met(['payloads']), met(['export']), exported].map((all) => all.length > 0)).toEqual([
        true,
        true,
        true,
      ])
  },
  600_000,
)
