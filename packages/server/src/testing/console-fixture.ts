import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

const listFiles = (language: string) => ({
  always: [`${language}.js`],
  login: [`login-${language}.js`, 'login.css'],
  app: [`app-${language}.js`, 'app.css'],
})
const pagesOf = (language: string) => ({
  overview: [`overview-${language}.js`],
  clients: [`clients-${language}.js`, 'clients.css'],
  createFlow: [
    `create-flow-${language}.js`,
    `flow-editor-${language}.js`,
    'flow-editor.css',
    'lab-worker-1.js',
    'lab.css',
  ],
  flow: [`flow-${language}.js`],
})
const page = `<!doctype html><html><head><!--brokerdeck-head-->
<meta http-equiv="Content-Security-Policy" content="default-src 'self'" />
<script type="application/json" id="early-chunks">${JSON.stringify({ en: listFiles('en'), zh: listFiles('zh') })}</script>
<!--early-preloads--><script type="module" src="./static/assets/app-1.js"></script></head></html>`

export const script = 'export const answer = 42\n'.repeat(100)

/** Creates a folder in the layout of the build that is removed after the test. */
export async function makeConsoleDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-console-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  await mkdir(join(dir, 'static/assets'), { recursive: true })
  await mkdir(join(dir, '.vite'))
  await writeFile(join(dir, '.vite/manifest.json'), '{}')
  await writeFile(join(dir, 'index.html'), page)
  await writeFile(
    join(dir, 'static/page-files.json'),
    JSON.stringify({ en: pagesOf('en'), zh: pagesOf('zh') }),
  )
  await writeFile(join(dir, 'static/favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(dir, 'static/assets/app-1.js'), script)
  await writeFile(join(dir, 'static/assets/test-client-worker-1.js'), script)
  await writeFile(join(dir, 'static/assets/rule-lab-worker-1.js'), script)
  await writeFile(join(dir, 'static/assets/app-1.js.br'), brotliCompressSync(script))
  await writeFile(join(dir, 'static/assets/app-1.js.gz'), gzipSync(script))
  return dir
}
