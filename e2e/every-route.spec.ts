import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createSample } from './create-sample.ts'
import { startFrontServer } from './front-server.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { CLIENT, visits } from './routes.ts'
import { fillLogin } from './sign-in.ts'
import { OPERATOR, startBrokerdeck } from './start-brokerdeck.ts'
import { isAbsence } from './watch-page.ts'

test.describe.configure({ mode: 'parallel' })

/** The Enterprise edition is used, so that its additional pages are visited, too. */
const brokerdeck = freshBrokerdeck(ENTERPRISE)

test.beforeAll(async () => {
  for (const { path } of visits) await createSample(brokerdeck().url, path)
})

interface Way {
  /** The URL of the console, with the slash at its end. */
  readonly root: string
  /** The URL of its files and of the API, if they are elsewhere. */
  readonly origin?: string
  /** The text between the root and the path of a page. */
  readonly hash?: string
  stop(): Promise<void>
}

const ways: readonly (readonly [string, (file: (name: string) => string) => Promise<Way>])[] = [
  [
    'the dashboard folder of a broker',
    // Serves the console as EMQX serves its own dashboard folder: these paths and the API, nothing else, and no
    // tunnel.
    async () => {
      const front = await startFrontServer({
        forward: { prefix: '/api/v5/', to: new URL('api/v5/', brokerdeck().url).href },
        files: {
          prefix: '/',
          folder: join(import.meta.dirname, '../dist/console'),
          only: /^\/(?:$|\?|version$|static\/)/,
        },
      })
      return { root: front.url, hash: '#/', stop: () => front.close() }
    },
  ],
  [
    'a sub-path',
    async () => {
      const { url, stop } = await startBrokerdeck('--broker', brokerdeck().url, '--base-path', '/tools/deck/')
      return { root: url, stop }
    },
  ],
  [
    'the address of one of two clusters on a sub-path',
    async (file) => {
      const config = file('brokerdeck.yaml')
      const broker = `broker: "${brokerdeck().url}"`
      await writeFile(config, `clusters:\n  plant: { ${broker}, role: production }\n  lab: { ${broker} }\n`)
      const { url, stop } = await startBrokerdeck('--config', config, '--base-path', '/tools/deck/')
      return { root: `${url}c/plant/`, origin: url, stop }
    },
  ],
]

for (const [name, start] of ways)
  test(`every route is there at ${name}`, async ({ page, connect }, info) => {
    test.setTimeout(300_000)
    const options = { clientId: CLIENT, username: 'press', protocolVersion: 5 } as const
    const device = await connect(brokerdeck().tcp[0], options)
    await device.subscribeAsync('site/+/state', { qos: 1 })
    const { root, origin = root, hash = '', stop } = await start((file) => info.outputPath(file))
    try {
      await page.goto(root)
      await fillLogin(page, OPERATOR)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cluster Overview')
      const wrong: string[] = []
      page.on('response', (answer) => {
        if (answer.status() >= 400 && !isAbsence(answer)) wrong.push(`${answer.status()} ${answer.url()}`)
      })
      page.on('request', (request) => {
        const isOwn = request.url().startsWith(origin) || request.url().startsWith('blob:')
        if (!isOwn) wrong.push(`outside of ${origin}: ${request.url()}`)
      })
      for (const { path, leadsTo } of visits)
        await test.step(path, async () => {
          // Each page is opened as a new document, as a link from outside does. A file of the same origin is opened
          // in between, because it keeps the process, and with it the compiled code.
          await page.goto(`${origin}static/color-scheme.js`)
          await page.goto(`${root}${hash}${path}`)
          await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1)
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
          if (leadsTo !== undefined) await expect(page).toHaveURL(`${root}${hash}${leadsTo.slice(1)}`)
        })
      expect(wrong).toEqual([])
    } finally {
      await stop()
    }
  })
