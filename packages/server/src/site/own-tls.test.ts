import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { makeApp } from '#testing/serve-app.ts'
import { readTlsPair, watchTls } from './own-tls.ts'

async function makeCertificate(name: string) {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-tls-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const files = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') }
  const command = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=${name} -keyout ${files.key} -out ${files.cert}`
  await promisify(execFile)('openssl', command.split(' '))
  return files
}

function nameAt(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

it('serves with TLS, and with a renewed certificate without a restart; a broken one changes nothing', async () => {
  const files = await makeCertificate('first')
  const tls = await readTlsPair(files)
  const app = await makeApp({ tls })
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  if (!(app.server instanceof https.Server)) throw new Error('no TLS')
  const lines: string[] = []
  const watch = watchTls(app.server, files, tls, (line) => lines.push(line))
  onTestFinished(watch.close)
  expect(await nameAt(port)).toBe('first')

  const renewed = await makeCertificate('second')
  await writeFile(files.cert, await readFile(renewed.cert))
  // The renewal is incomplete: this key belongs to the other certificate.
  await watch.look()
  await watch.look()
  expect(await nameAt(port)).toBe('first')
  expect(lines).toEqual([expect.stringContaining('is not in use')])

  await writeFile(files.key, await readFile(renewed.key))
  await watch.look()
  expect(await nameAt(port)).toBe('second')
  expect(lines.at(-1)).toContain('is in use now')
})
