import { expect, it } from 'vitest'
import { allRoutes, entryAddress } from '#routes/routes.ts'
import { renderApp } from '#testing/render-app.ts'
import { isPressable, visitPage } from '#testing/visit-page.ts'

/** A file is only compared there, or published by an MQTT client of one's own: no role of the console is about it. */
const ownFiles: ReadonlySet<string> = new Set(['/clusters/compare', '/websocket'])

/** Every page of the menu, and those that only an action leads to. */
const pages = [
  ...allRoutes().flatMap(([, one]) => ('title' in one ? [entryAddress(one).to] : [])),
  ...['/schema-validation/create', '/message-transform/create'],
]

/** What on a page would begin something that a viewer may not do. */
function openControls(path: string): readonly string[] {
  const named = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
  const found = [...document.querySelectorAll('main input, main button, main a')].filter((element) => {
    if (element.matches('[type=file]')) return !ownFiles.has(path)
    if (element.matches('[type=checkbox]')) return named(element).startsWith('Select ')
    return named(element).startsWith('Create ')
  })
  return found.filter(isPressable).map((element) => `${path}: ${named(element)}`)
}

it('offers a viewer no rows to select, no file to upload and nothing to create', async () => {
  const app = await renderApp('/dashboard/overview', {
    edition: 'enterprise',
    username: 'val',
    arrange: async ({ world, ask }) => {
      await ask('POST', '/banned', { as: 'clientid', who: 'mallory' })
      await ask('POST', '/publish', { topic: 'a', payload: 'x', retain: true })
      await ask('POST', '/trace', { name: 'press', type: 'clientid', clientid: 'plc-1' })
      await world.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
    },
  })
  const found: string[] = []
  for (const path of pages) {
    await visitPage(app, path)
    found.push(...openControls(path))
  }
  expect(found).toEqual([])
})
