import { appendFile, readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { parseExposition } from '@brokerdeck/embedded-broker/testing/parse-exposition.ts'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { makeAuditPath, readAudit } from '#testing/audited-app.ts'
import { bundleCommand, makeDataDir, runCommand, startCommand } from '#testing/command.ts'

let command: Awaited<ReturnType<typeof bundleCommand>>
beforeAll(async () => {
  command = await bundleCommand()
})
afterAll(() => command.remove())

const json = { 'content-type': 'application/json' }
const lineSchema = v.object({
  id: v.string(),
  event: v.string(),
  user: v.string(),
  status: v.optional(v.number()),
})
const loginSchema = v.object({ token: v.string() })

async function start(dataDir: string, ...options: readonly string[]) {
  const ports = ['--port=0', '--mqtt-port=0', '--ws-port=0', '--nodes=1', '--no-sample-fleet']
  const running = await startCommand(command.file, [...ports, `--data-dir=${dataDir}`, ...options])
  const post = async (path: string, body: object, authorization = '') => {
    const headers = { ...json, authorization }
    const answer = await fetch(`${running.url}api/v5/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    const id = answer.headers.get('x-brokerdeck-request-id')
    return { status: answer.status, text: await answer.text(), id }
  }
  const login = await post('login', { username: 'admin', password: 'public' })
  const authorization = `Bearer ${v.parse(loginSchema, JSON.parse(login.text)).token}`
  return { ...running, post: (path: string, body: object) => post(path, body, authorization) }
}

it('has the lines of every write that was acknowledged, however often it is killed', async () => {
  const [path, dataDir] = [await makeAuditPath(), await makeDataDir()]
  const acknowledged: (string | null)[] = []
  for (const [round, after] of Object.entries({ a: 7, b: 60, c: 31 })) {
    const running = await start(dataDir, `--audit-log=${path}`)
    const enough = acknowledged.length + after
    const writing = Array.from({ length: 5 }, async (_, lane) => {
      for (let n = 0; ; n += 1) {
        try {
          const { status, id } = await running.post('banned', {
            as: 'clientid',
            who: `${round}-${lane}-${n}`,
          })
          expect(status).toBe(200)
          acknowledged.push(id)
        } catch (error) {
          // The connections of a killed process fail with this error.
          if (error instanceof TypeError) return
          throw error
        }
      }
    })
    await vi.waitUntil(() => acknowledged.length >= enough, { timeout: 20_000, interval: 1 })
    running.process.kill('SIGKILL')
    await Promise.all(writing)
    expect((await running.ended).err).toBe('')
    // A machine that stops in the middle of a line leaves the beginning of the line.
    await appendFile(path, '{"time":"20')
  }
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line.endsWith('}'))
  const parsed = lines.map((line) => v.parse(lineSchema, JSON.parse(line)))
  const done = parsed.filter(
    ({ event, user, status }) => event === 'end' && user === 'admin' && status === 200,
  )
  expect(acknowledged.length).toBeGreaterThan(97)
  expect(done.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged))
  const last = await start(dataDir, `--audit-log=${path}`)
  last.process.kill('SIGTERM')
  expect(await last.ended).toMatchObject({ code: 0, err: '' })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
}, 60_000)

it('audits the embedded broker by file and on the standard output, and counts lines', async () => {
  const path = await makeAuditPath()
  const running = await start(await makeDataDir(), '--audit-log', path, '--metrics-port=0')
  await running.post('users', { username: 'ann', password: 'Deck-1234', description: '' })
  await running.post('login', { username: 'ann', password: 'wrong-Deck-1234' })
  expect(running.out).toContain(path)
  const ends = (await readAudit(path)).filter(({ event }) => event === 'end')
  expect(ends.map(({ user, auth, object, status }) => [user, auth, object, status])).toEqual([
    ['admin', 'sign-in', { kind: 'login' }, 200],
    ['admin', 'session', { kind: 'users' }, 200],
    ['ann', 'sign-in', { kind: 'login' }, 401],
  ])
  expect(await readFile(path, 'utf8')).not.toMatch(/Deck-1234|public/)
  const [metrics = ''] = /http:\/\/\S+\/metrics/.exec(running.out) ?? []
  const samples = parseExposition(Buffer.from(await (await fetch(metrics)).arrayBuffer()))
  expect(samples.filter(({ name }) => name === 'brokerdeck_audit_log_total')).toHaveLength(4)
  const printed = await start(await makeDataDir(), '--audit-log', '-')
  await printed.post('users', { username: 'ann', password: 'Deck-1234', description: '' })
  printed.process.kill('SIGTERM')
  const { out } = await printed.ended
  const lines = out.split('\n').filter((line) => line.startsWith('{'))
  expect(lines.map((line) => v.parse(v.looseObject({ event: v.string() }), JSON.parse(line)).event)).toEqual([
    'begin',
    'end',
    'begin',
    'end',
  ])
}, 60_000)

it('does not start where the log cannot be written', async () => {
  const path = await makeAuditPath()
  for (const wrong of [dirname(path), `${path}/none/audit.log`, '/dev/null']) {
    const { code, out, err } = await runCommand(command.file, [
      '--broker=http://127.0.0.1:1',
      `--audit-log=${wrong}`,
    ])
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^brokerdeck: --audit-log [^\n]+ cannot be written: [^\n]+\n$/)
  }
})
