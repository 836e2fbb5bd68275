import { expect, it, onTestFinished } from 'vitest'
import { pluginArchive, pluginFiles } from '../../extensions/plugins/testing/plugin-form.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start() {
  const broker = await createTestBroker({ edition: 'enterprise' })
  onTestFinished(() => broker.close())
  return broker
}

function packageNamed(name: string, archive = pluginArchive(pluginFiles('emqx_relup-5.8.10'))) {
  const form = new FormData()
  form.set('plugin', new Blob([archive], { type: 'application/gzip' }), name)
  return form
}

const none = { code: 'BAD_REQUEST', message: 'No relup package is installed' }

it('tells the version of each node that runs, and that nothing is upgraded', async () => {
  const { ask, context } = await start()
  await context.cluster.nodes[1]?.stop()
  const idle = {
    node: 'emqx@127.0.0.1',
    role: 'core',
    status: 'idle',
    current_vsn: '5.8.9-brokerdeck',
    live_connections: 0,
    upgrade_history: [],
  }
  expect(await ask('GET', '/relup/status')).toEqual({ status: 200, body: [idle] })
  expect(await ask('GET', '/relup/status/emqx@127.0.0.1')).toEqual({ status: 200, body: idle })
  expect((await ask('GET', '/relup/status/emqx2@127.0.0.2')).status).toBe(404)
})

it('takes no package: by its name, by what is in it, or because its code is not run', async () => {
  const { ask } = await start()
  const send = (name: string, archive?: Uint8Array<ArrayBuffer>) =>
    ask('POST', '/relup/package/upload', packageNamed(name, archive))
  expect(await send('device_tags-1.0.0.tar.gz')).toMatchObject({
    status: 400,
    body: { code: 'BAD_REQUEST', message: 'Invalid relup package name: device_tags-1.0.0.tar.gz' },
  })
  expect(await send('emqx_relup-../../x.tar.gz')).toMatchObject({ status: 400 })
  expect(await send('emqx_relup-5.8.11.tar.gz')).toMatchObject({
    status: 400,
    body: { code: 'BAD_PLUGIN_INFO' },
  })
  expect(await send('emqx_relup-5.8.10.tar.gz', new Uint8Array([31, 139, 8, 0]))).toMatchObject({
    status: 400,
    body: { code: 'BAD_PLUGIN_INFO' },
  })
  expect(await send('emqx_relup-5.8.10.tar.gz')).toMatchObject({
    status: 500,
    body: { code: 'INTERNAL_ERROR' },
  })
  expect(await ask('GET', '/relup/package')).toEqual({ status: 404, body: { ...none, code: 'NOT_FOUND' } })
  expect(await ask('DELETE', '/relup/package')).toMatchObject({ status: 204 })
})

it('upgrades nothing without a package', async () => {
  const { ask } = await start()
  expect(await ask('POST', '/relup/upgrade')).toEqual({ status: 400, body: none })
  expect(await ask('POST', '/relup/upgrade/emqx@127.0.0.1')).toEqual({ status: 400, body: none })
})
