import { expect, it } from 'vitest'
import { refusal } from '../http/api-refusal.ts'
import { memoryStore } from '../storage/memory-store.ts'
import { Config } from './config.ts'
import { configRoots } from './config-roots.ts'
import { dashboardRoot } from './roots/dashboard-root.ts'
import { logRoot } from './roots/log-root.ts'
import { alarmRoot } from './roots/sysmon-root.ts'

const open = (store = memoryStore()) => new Config(store, configRoots, 'community')

it('starts with the defaults and keeps what is written over a restart', async () => {
  const store = memoryStore()
  const config = open(store)
  expect(config.get(alarmRoot).size_limit).toBe(1000)
  const now = await config.write(alarmRoot, { size_limit: 5 })
  expect(now).toEqual({ actions: ['log', 'publish'], size_limit: 5, validity_period: '24h' })
  expect(open(store).get(alarmRoot)).toEqual(now)
})

it('starts a write from the defaults, or from what is when merging', async () => {
  const config = open()
  await config.write(alarmRoot, { actions: ['log'], validity_period: '1h' })
  await config.write(alarmRoot, { size_limit: 7 }, { isMerge: true })
  expect(config.get(alarmRoot)).toEqual({ actions: ['log'], size_limit: 7, validity_period: '1h' })
  await config.write(alarmRoot, { size_limit: 7 })
  expect(config.get(alarmRoot).actions).toEqual(['log', 'publish'])
})

it('masks secrets in what it shows, and takes the mask for the secret that was', async () => {
  const config = open()
  await config.write(dashboardRoot, { default_password: 'better' }, { isMerge: true })
  const shown = config.toShown(dashboardRoot)
  expect(shown.default_password).toBe('******')
  await config.write(dashboardRoot, { ...shown, token_expired_time: '2h' })
  expect(config.get(dashboardRoot)).toMatchObject({ default_password: 'better', token_expired_time: '2h' })
})

it('asks the guards first and tells the listeners afterwards', async () => {
  const config = open()
  const heard: string[] = []
  config.guard(alarmRoot, (now) => {
    if (now.size_limit === 13) throw refusal(400, 'BAD_REQUEST', 'unlucky')
  })
  const stop = config.onChange(alarmRoot, async (now, before) => {
    await Promise.resolve()
    heard.push(`${before.size_limit} ${now.size_limit}`)
  })
  await expect(config.write(alarmRoot, { size_limit: 13 })).rejects.toThrow('unlucky')
  expect(config.get(alarmRoot).size_limit).toBe(1000)
  await Promise.all([config.write(alarmRoot, { size_limit: 1 }), config.write(alarmRoot, { size_limit: 2 })])
  expect(heard).toEqual(['1000 1', '1 2'])
  stop()
  await config.write(alarmRoot, { size_limit: 3 })
  expect(heard).toHaveLength(2)
})

it('knows the audit log in Enterprise only', async () => {
  const enterprise = new Config(memoryStore(), configRoots, 'enterprise')
  expect(enterprise.get(logRoot).audit).toMatchObject({ enable: false, max_filter_size: 5000 })
  expect(open().get(logRoot).audit).toBeUndefined()
  await expect(open().write(logRoot, { audit: { enable: true } })).rejects.toThrow('unknown_fields')
})

it('opens what Enterprise has stored in Community', async () => {
  const store = memoryStore()
  const enterprise = new Config(store, configRoots, 'enterprise')
  await enterprise.write(logRoot, { audit: { enable: true }, throttling: { time_window: '5m' } })
  expect(open(store).get(logRoot)).toMatchObject({ throttling: { time_window: '5m' } })
})
