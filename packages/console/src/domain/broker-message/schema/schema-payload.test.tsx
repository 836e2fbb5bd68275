import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { bytesFromHex } from '#lib/payload.ts'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const reading = 'syntax = "proto3"; message Reading { float t = 1; string id = 2; }'
const payloads = {
  'plant/reading': '0d0000ac41 120161',
  'spBv1.0/g/NBIRTH/n': '08e807 1210 0a0474656d70 1005 2003 50fcffffff0f 1800',
} as const

async function open(topic: keyof typeof payloads, locale: RenderOptions['locale'] = 'en') {
  const app = await renderApp(`/retained?topic=${encodeURIComponent(topic)}`, {
    locale,
    edition: 'enterprise',
    arrange: async ({ context, ask }) => {
      await ask('POST', '/schema_registry', { name: 'reading', type: 'protobuf', source: reading })
      const payload = Buffer.from(bytesFromHex(payloads[topic]) ?? [])
      await context.cluster.publish({ topic, payload, qos: 0, retain: true })
    },
  })
  await app.screen.findAllByRole('button', { name: /plant|NBIRTH/ })
  const [view] = app.screen.getAllByRole('button', { name: /plant|NBIRTH/ })
  if (view === undefined) throw new Error('no message is listed')
  await app.user.click(view)
  const drawer = within(await app.screen.findByRole('dialog'))
  const openFile = async (name: string, source: string) =>
    app.user.upload(
      await drawer.findByLabelText('Open .proto file', { selector: 'input' }),
      new File([source], name),
    )
  return { ...app, drawer, openFile }
}

test('a payload is read with a schema of the registry', async () => {
  const { drawer, user } = await open('plant/reading')
  await user.click(await drawer.findByRole('button', { name: 'By schema' }))
  const schemas = await drawer.findByRole('combobox', { name: 'Read with the schema' })
  await drawer.findByRole('option', { name: 'reading (Protobuf, registry)' })
  await user.selectOptions(schemas, 'reading (Protobuf, registry)')
  expect(await drawer.findByRole('treeitem', { name: /^t: ?21\.5$/ })).toBeDefined()
  expect(drawer.getByRole('treeitem', { name: /^id: ?"a"$/ })).toBeDefined()
})

test('a payload is read with a schema of a file, and what does not fit is said', async () => {
  const { drawer, user, openFile } = await open('plant/reading')
  await user.click(await drawer.findByRole('button', { name: 'By schema' }))
  await openFile(
    'two.proto',
    'message Other { required string a = 9; } message Mine { optional float heat = 1; }',
  )
  expect(await drawer.findByText(/^The payload does not fit the schema: a is missing\.$/)).toBeDefined()
  await user.selectOptions(drawer.getByRole('combobox', { name: 'Type of the message' }), 'Mine')
  expect(await drawer.findByRole('treeitem', { name: /^heat: ?21\.5$/ })).toBeDefined()
  await openFile('bad.proto', 'syntax = "proto3";\nimport "other.proto";')
  expect(await drawer.findByText(/^Line 2 imports another file/)).toBeDefined()
  await openFile('huge.proto', ' '.repeat(600_000))
  expect(await drawer.findByText(/512/)).toBeDefined()
})

test('Sparkplug B is read at once, with the names of its metrics', async () => {
  const { drawer } = await open('spBv1.0/g/NBIRTH/n', 'zh')
  expect(await drawer.findByRole('treeitem', { name: /^temp/ })).toBeDefined()
  expect(drawer.getByRole('treeitem', { name: /^value: ?-4$/ })).toBeDefined()
  expect(drawer.getByRole('combobox', { name: '解析使用的 Schema' })).toBeDefined()
  expect(drawer.getByRole('button', { name: '打开 .proto 文件' })).toBeDefined()
})
