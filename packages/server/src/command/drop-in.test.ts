import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { makeConsoleDir } from '#testing/console-fixture.ts'
import { dropIn } from './drop-in.ts'

async function makeInstallation() {
  const root = await mkdtemp(join(tmpdir(), 'brokerdeck-emqx-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const priv = join(root, 'lib/emqx_dashboard-5.8.9/priv')
  const www = join(priv, 'www')
  await mkdir(join(www, 'static'), { recursive: true })
  await writeFile(join(www, 'index.html'), 'the dashboard of EMQX')
  await writeFile(join(www, 'static/app.js'), 'its script')
  return { root, priv, www, index: () => readFile(join(www, 'index.html'), 'utf8') }
}

it('takes the place of the dashboard, is renewed, and gives the place back as it was', async () => {
  const { root, priv, www, index } = await makeInstallation()
  const consoleDir = await makeConsoleDir()
  const said = await dropIn({ dir: root, restore: false }, consoleDir, '1.2.3')
  expect(said[0]).toBe(`${www} holds Brokerdeck 1.2.3`)
  expect(await index()).toContain('brokerdeck-head')
  expect(await readdir(join(www, 'static/assets'))).toEqual([
    'app-1.js',
    'rule-lab-worker-1.js',
    'test-client-worker-1.js',
  ])
  expect(await readFile(join(`${www}.before-brokerdeck`, 'index.html'), 'utf8')).toBe('the dashboard of EMQX')

  await writeFile(join(consoleDir, 'static/new.js'), 'of the next version')
  await dropIn({ dir: www, restore: false }, consoleDir, '1.3.0')
  await access(join(www, 'static/new.js'))
  expect(await readFile(join(`${www}.before-brokerdeck`, 'index.html'), 'utf8')).toBe('the dashboard of EMQX')

  expect(await dropIn({ dir: root, restore: true }, consoleDir, '1.3.0')).toEqual([
    `${www} holds EMQX's own dashboard again`,
  ])
  expect(await index()).toBe('the dashboard of EMQX')
  expect(await readFile(join(www, 'static/app.js'), 'utf8')).toBe('its script')
  expect(await readdir(priv)).toEqual(['www'])
})

it('refuses a folder that is none, and what it would have to guess', async () => {
  const { root, www, index } = await makeInstallation()
  const consoleDir = await makeConsoleDir()
  const put = (dir: string, restore = false) => dropIn({ dir, restore }, consoleDir, '1.2.3')
  const refused = { code: 'NOT_A_DASHBOARD' }
  await expect(put(tmpdir())).rejects.toMatchObject(refused)
  await expect(put(join(www, 'static'))).rejects.toMatchObject(refused)
  await expect(put('/no/such/folder')).rejects.toMatchObject(refused)
  await expect(put(root, true)).rejects.toThrow('does not hold Brokerdeck')

  await put(root)
  await rm(`${www}.before-brokerdeck`, { recursive: true })
  await expect(put(root, true)).rejects.toThrow('is gone')
  expect(await index()).toContain('brokerdeck-head')

  // An upgrade of EMQX has overwritten this console with its dashboard.
  await rm(join(www, '.brokerdeck'))
  await mkdir(`${www}.before-brokerdeck`)
  await expect(put(root)).rejects.toThrow('upgrade of EMQX')
})

it.each([
  ['is not called www', 'priv/web', ['index.html', 'static/app.js']],
  ['is not in priv', 'public/www', ['index.html', 'static/app.js']],
  ['has no page', 'priv/www', ['static/app.js']],
  ['has no files', 'priv/www', ['index.html']],
  ['has a file in the place of a folder', 'priv/www', ['index.html', 'static']],
])('does not take for a dashboard what %s', async (_, place, files) => {
  const root = await mkdtemp(join(tmpdir(), 'brokerdeck-other-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const dir = join(root, place)
  for (const file of files) {
    await mkdir(dirname(join(dir, file)), { recursive: true })
    await writeFile(join(dir, file), 'of somebody else')
  }
  await expect(dropIn({ dir, restore: false }, await makeConsoleDir(), '1.2.3')).rejects.toMatchObject({
    code: 'NOT_A_DASHBOARD',
    message: expect.stringContaining(`${dir} is no dashboard folder`),
  })
  expect(await readdir(dirname(dir))).toEqual([basename(dir)])
})

it('brings the dashboard back although what an earlier try had put aside is still there', async () => {
  const { root, priv, www, index } = await makeInstallation()
  const consoleDir = await makeConsoleDir()
  await dropIn({ dir: root, restore: false }, consoleDir, '1.2.3')
  await mkdir(`${www}.brokerdeck`)
  await writeFile(join(`${www}.brokerdeck`, 'index.html'), 'left behind')
  await dropIn({ dir: root, restore: true }, consoleDir, '1.2.3')
  expect(await index()).toBe('the dashboard of EMQX')
  expect(await readdir(priv)).toEqual(['www'])
})

it('leaves everything as it was when it fails in the middle', async () => {
  const { root, priv, index } = await makeInstallation()
  await expect(dropIn({ dir: root, restore: false }, '/no/such/console', '1.2.3')).rejects.toMatchObject({
    code: 'NOT_A_DASHBOARD',
    message: expect.stringContaining('nothing was changed: ENOENT'),
  })
  expect(await index()).toBe('the dashboard of EMQX')
  expect(await readdir(priv)).toEqual(['www'])
})

it('puts back what it had moved when the place is not taken', async () => {
  const { root, priv, www, index } = await makeInstallation()
  const consoleDir = await makeConsoleDir()
  // Simulates a disk that refuses the second of two moves, at the moment when the place is empty.
  const refuseSecond = () => {
    let moves = 0
    return async (from: Parameters<typeof rename>[0], to: Parameters<typeof rename>[1]) => {
      moves += 1
      if (moves === 2) throw new Error('EIO: i/o error')
      await rename(from, to)
    }
  }
  const put = (restore: boolean, move?: typeof rename) =>
    dropIn({ dir: root, restore }, consoleDir, '1.2.3', move)
  await expect(put(false, refuseSecond())).rejects.toThrow('nothing was changed: EIO')
  expect(await index()).toBe('the dashboard of EMQX')
  expect(await readdir(priv)).toEqual(['www'])

  await put(false)
  const held = [await index(), await readdir(priv)]
  await expect(put(false, refuseSecond())).rejects.toThrow('nothing was changed: EIO')
  await expect(put(true, refuseSecond())).rejects.toThrow('nothing was changed: EIO')
  expect([await index(), await readdir(priv)]).toEqual(held)
  expect(await readFile(join(www, '.brokerdeck'), 'utf8')).toBe('1.2.3\n')
})
