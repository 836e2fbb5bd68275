import { afterEach, expect, it } from 'vitest'
import { alarmRoot, sysmonRoot } from '../../config/roots/sysmon-root.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker
afterEach(() => broker.close())

const names = () => broker.context.alarms.active().map(({ name }) => name)
const memory = 'high_system_memory_usage'

it('raises and lowers alarms by the configured marks, as often as configured', async () => {
  const clock = manualClock()
  const load = { cpuUsage: () => 70, memoryUsage: () => 60 }
  broker = await createTestBroker({ clock, load })
  const { config } = broker.context
  await config.write(sysmonRoot, { os: { mem_check_interval: '5s', sysmem_high_watermark: '50%' } })
  clock.advance(4_000)
  expect(names()).not.toContain(memory)
  clock.advance(1_000)
  expect(names()).toContain(memory)
  await config.write(sysmonRoot, { os: { mem_check_interval: 'disabled', sysmem_high_watermark: '100%' } })
  clock.advance(600_000)
  expect(names()).toContain(memory)
  await config.write(sysmonRoot, { os: { mem_check_interval: '1s', sysmem_high_watermark: 1 } })
  clock.advance(1_000)
  expect(names()).not.toContain(memory)
  expect(names()).not.toContain('high_cpu_usage')
  await config.write(sysmonRoot, { os: { cpu_check_interval: '1s', cpu_high_watermark: '65%' } })
  clock.advance(1_000)
  expect(names()).toContain('high_cpu_usage')
  await config.write(sysmonRoot, { vm: { process_check_interval: '1s', process_high_watermark: '0%' } })
  clock.advance(1_000)
  expect(names()).toContain('too_many_processes')
})

it('keeps as many past alarms as configured, for as long as configured', async () => {
  const clock = manualClock()
  broker = await createTestBroker({ clock })
  const { alarms, config } = broker.context
  await config.write(alarmRoot, { size_limit: 2, validity_period: '1h' })
  for (let at = 0; at < 3; at += 1) {
    alarms.checkMemory(99, 70)
    alarms.checkMemory(1, 70)
  }
  expect(alarms.past()).toHaveLength(2)
  clock.advance(3_600_001)
  expect(alarms.past()).toEqual([])
})

it('logs alarms and publishes them, as configured', async () => {
  broker = await createTestBroker()
  const { alarms, cluster, config, log } = broker.context
  const client = await connectClient(cluster, { clientId: 'watch' })
  const heard: string[] = []
  client.on('message', (topic, payload) => heard.push(`${topic} ${payload}`))
  await client.subscribeAsync('$SYS/brokers/+/alarms/#')
  alarms.checkMemory(99, 70)
  await eventually(() => expect(heard[0]).toContain('/alarms/activate {"name":"high_system_memory_usage"'))
  expect(log.recent().join()).toContain('alarm_is_activated, name: high_system_memory_usage')
  await config.write(alarmRoot, { actions: [] })
  alarms.checkMemory(1, 70)
  await client.publishAsync('$SYS/brokers/x/alarms/end', 'x')
  await eventually(() => expect(heard.at(-1)).toContain('end'))
  expect(heard).toHaveLength(2)
  expect(log.recent().join()).not.toContain('alarm_is_deactivated')
})
