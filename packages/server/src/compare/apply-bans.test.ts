import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  at,
  makeDir,
  type RunningBroker,
  say,
  sayIn,
  secret,
  startBroker,
} from '#compare/testing/say-command.ts'
import { watchRequests } from '#compare/testing/watch-requests.ts'

const kinds = ['--kinds', 'bans']
const scan = { as: 'peerhost', who: '192.0.2.7', reason: 'scanner' }
const net = { as: 'peerhost_net', who: '198.51.100.0/24', until: '2099-01-01T00:00:00+08:00' }
const odd = { as: 'clientid', who: 'a/b c:1?ü', reason: `see https://ops:${secret}@wiki.example`, by: 'ops' }

/** Returns the bans with their reasons. */
async function listBans({ ask }: RunningBroker): Promise<unknown> {
  const { body } = await ask('GET', '/banned')
  return body
}

const ban = async ({ write }: RunningBroker, ...bans: readonly object[]) => {
  for (const one of bans) await write('POST', '/banned', one)
}

test('applies the bans of another cluster, plans nothing then, and takes them back', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await ban(plant, scan, net, odd)
  await ban(lab, { ...scan, reason: 'old' }, { as: 'username_re', who: '^bot' })
  const dir = await makeDir()
  const { err: noted } = await say('export', ...at(plant), '--out', dir, ...kinds)
  expect(noted).toContain('BANS_CLIENTID_A_B_C_1_REASON  bans clientid:a/b c:1?ü: reason\n')
  const file = await readFile(join(dir, 'bans.yaml'), 'utf8')
  expect(file).toContain(
    '  peerhost_net:198.51.100.0/24:\n    by: mgmt_api\n    reason: ""\n    until: 2098-12-31T16:00:00+00:00\n',
  )
  expect(file).not.toContain(secret)
  const before = await say('diff', ...at(lab), dir, ...kinds)
  expect(before.out).toMatch(/^Bans +1 +2 +1 +0 +0$/m)
  const log = join(dir, 'log.jsonl')
  const given = { BANS_CLIENTID_A_B_C_1_REASON: secret }
  const apply = ['apply', ...at(lab), ...kinds, dir, '--yes', '--log']
  const { code, out, err } = await sayIn(given, ...apply, log)
  expect(out).toContain('Delete Bans peerhost:192.0.2.7: DELETE /banned/peerhost/192.0.2.7\n')
  expect(out).toContain('The API cannot change a ban')
  expect(out).not.toContain('1 deletion')
  expect([code, err]).toEqual([0, expect.stringContaining('Done: Bans peerhost:192.0.2.7 (POST /banned)\n')])
  expect(await listBans(lab)).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining(scan),
      expect.objectContaining({ ...net, until: '2098-12-31T16:00:00+00:00' }),
      expect.objectContaining(odd),
      expect.objectContaining({ who: '^bot' }),
    ]),
  })
  expect(await readFile(log, 'utf8')).not.toContain(secret)
  expect((await say('diff', ...at(lab), dir, ...kinds)).out).toMatch(/^Bans +0 +0 +1 +0 +3$/m)
  expect((await sayIn(given, ...apply, `${log}-2`)).out).toMatch(/^Nothing to send/)
  const undone = await say('undo', ...at(lab), log, '--yes')
  expect([undone.code, undone.out]).toEqual([0, expect.stringContaining('4 of 4 requests taken back.\n')])
  expect((await say('diff', ...at(lab), dir, ...kinds)).out).toBe(before.out)
})

test('lifts with --prune what only this cluster bans, but for what it bans by itself', async () => {
  const [plant, lab] = [await startBroker(), await startBroker()]
  await ban(plant, scan)
  const flapping = { as: 'clientid', who: 'restless', by: 'flapping detector' }
  await ban(lab, { as: 'username', who: 'mallory' }, net, flapping)
  const from = ['--from-broker', plant.url, '--from-user', 'admin']
  const log = join(await makeDir(), 'log.jsonl')
  const apply = ['apply', ...at(lab), ...kinds, ...from, '--prune', '--yes', '--log']
  const { code, out } = await say(...apply, log)
  expect(out).toContain('DELETE /banned/peerhost_net/198.51.100.0%2F24\n')
  expect(out).toContain('Whoever it refused may connect again at once')
  expect([code, out]).toEqual([0, expect.stringContaining('3 of 3 requests done.\n')])
  expect(await listBans(lab)).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining(scan), expect.objectContaining(flapping)]),
    meta: { count: 2 },
  })
  expect((await say(...apply, `${log}-2`)).out).toMatch(/^Nothing to send/)
  expect((await say('undo', ...at(lab), log, '--yes')).code).toBe(0)
  expect(await listBans(lab)).toMatchObject({ meta: { count: 3 } })
})

test('takes what somebody wrote by hand, leaves what is over, and stops where a ban is refused', async () => {
  const lab = await startBroker()
  const file = join(await makeDir(), 'bans.yaml')
  const over = '  username:gone:\n    until: 2020-01-01T00:00:00Z\n'
  await writeFile(
    file,
    `bans:\n${over}  clientid:short:\n    reason:\n    by:\n  clientid:epoch:\n    until: 4070908800\n`,
  )
  const apply = ['apply', ...at(lab), ...kinds, file, '--yes', '--log']
  const { code, out } = await say(...apply, `${file}-log`)
  expect([code, out]).toEqual([0, expect.stringContaining('2 of 2 requests done.\n')])
  expect(await say('diff', ...at(lab), ...kinds, file)).toMatchObject({ code: 0 })
  await writeFile(file, 'bans:\n  clientid_re:([a: {}\n  email:who: {}\n')
  const refused = await say(...apply, `${file}-log-2`)
  expect(refused.out).toContain('Not in the plan: bans email:who.')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Refused: Bans clientid_re:([a')])
  expect(await listBans(lab)).toMatchObject({ meta: { count: 2 } })
})

test.each([
  ['a field that no ban has', 'note: x'],
  ['a day in words', 'until: tomorrow'],
  ['epoch milliseconds', 'until: 4070908800000'],
])('leaves a ban as it is that would be changed to %s', async (_, field) => {
  const lab = await startBroker()
  await ban(lab, scan)
  const file = join(await makeDir(), 'bans.yaml')
  await writeFile(file, `bans:\n  peerhost:192.0.2.7:\n    reason: new\n    ${field}\n`)
  const { code, err } = await say('apply', ...at(lab), ...kinds, file, '--yes', '--log', `${file}-log`)
  expect([code, err]).toEqual([1, expect.stringMatching(/Refused: .*\(DELETE .*\nSkipped: .*\(POST /)])
  expect(await listBans(lab)).toMatchObject({ data: [scan] })
})

test('puts a ban back where what replaces it is refused, and says where that is refused, too', async () => {
  const lab = await startBroker()
  await ban(lab, scan)
  const file = join(await makeDir(), 'bans.yaml')
  await writeFile(file, 'bans:\n  peerhost:192.0.2.7:\n    reason: new\n')
  let refusals = 1
  const refuse = () => (refusals-- > 0 ? 403 : undefined)
  const broker = await watchRequests(lab, new Map([['POST /banned', { refuse }]]))
  const at = ['--broker', broker, '--user', 'admin']
  const apply = ['apply', ...at, ...kinds, file, '--yes', '--log']
  const refused = await say(...apply, `${file}-log`)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('is there again as it was.\n')])
  expect(await listBans(lab)).toMatchObject({ data: [scan] })
  expect(await say('undo', ...at, `${file}-log`, '--yes')).toMatchObject({ code: 0 })
  expect(await listBans(lab)).toMatchObject({ data: [scan] })
  refusals = 2
  const gone = await say(...apply, `${file}-log-2`)
  expect(gone.err).toMatch(/could not be put back: .*It is gone: create it by hand/)
  expect(await listBans(lab)).toMatchObject({ data: [] })
  expect(await say('undo', ...at, `${file}-log-2`, '--yes')).toMatchObject({ code: 0 })
  expect(await listBans(lab)).toMatchObject({ data: [scan] })
  expect((await say(...apply, `${file}-log-3`)).code).toBe(0)
  refusals = 1
  const kept = await say('undo', ...at, `${file}-log-3`, '--yes')
  expect([kept.code, kept.err]).toEqual([1, expect.stringContaining('is there again as it was.\n')])
  expect(kept.err).toContain('Left as it is: Bans peerhost:192.0.2.7 (DELETE /banned/peerhost/192.0.2.7)')
  expect(kept.out).toContain('0 of 2 requests taken back.\n')
  expect(await listBans(lab)).toMatchObject({ data: [{ ...scan, reason: 'new' }] })
  const again = await say('undo', ...at, `${file}-log-3`, '--yes')
  expect([again.code, again.out]).toEqual([0, expect.stringContaining('2 of 2 requests taken back.\n')])
  expect(await listBans(lab)).toMatchObject({ data: [scan] })
})

test('compares no bans unless they are named, and none beyond what a page of the broker holds', async () => {
  const plant = await startBroker()
  const { banned } = plant.context
  const kept = { as: 'clientid', by: 'ops', reason: '', at: 0, until: null } as const
  const names = [...Array(10_000).keys()].map((each) => `device-${each}`)
  await Promise.all(names.map((who) => banned.add({ ...kept, who }, () => false)))
  const whole = await say('export', ...at(plant), ...kinds)
  expect([whole.code, whole.out.match(/^ {2}clientid:device-/gm)?.length]).toEqual([0, 10_000])
  await ban(plant, scan)
  const { code, err } = await say('export', ...at(plant), ...kinds)
  expect([code, err]).toEqual([2, expect.stringContaining('Bans: More than 10,000: not compared')])
  expect((await say('export', ...at(plant))).code).toBe(0)
})
