import { gzipSync } from 'node:zlib'
import { fireEvent, screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { DataNode } from '#lib/data-tree/data-node.ts'
import type { DataPath } from '#lib/data-tree/data-path.ts'
import { base64FromBytes, bytesFromBase64, bytesFromHex } from '#lib/payload.ts'
import { cleanup, render } from '#testing/render-element.ts'
import { PayloadViewer } from './payload-viewer.tsx'

const show = (bytes: Uint8Array) => render(<PayloadViewer base64={base64FromBytes(bytes)} />).container
const pressed = () =>
  within(screen.getByRole('group', { name: 'Show payload as' })).getByRole('button', { pressed: true })
    .textContent

test('opens JSON as JSON, text as text, other bytes as hex', () => {
  show(new TextEncoder().encode('{"t":21.5}'))
  expect(pressed()).toBe('JSON')
  cleanup()
  show(new TextEncoder().encode('on'))
  expect(pressed()).toBe('Text')
  cleanup()
  show(Uint8Array.of(0xff, 0xfe, 0x00))
  expect(pressed()).toBe('Hex')
})

test('shows the same bytes in every form', async () => {
  const user = userEvent.setup()
  const container = show(Uint8Array.of(0x4f, 0x4b, 0xff))
  await user.click(screen.getByRole('button', { name: 'Base64' }))
  expect(container.querySelector('pre')?.textContent).toBe('T0v/')
  await user.click(screen.getByRole('button', { name: 'Text' }))
  expect(container.querySelector('pre')?.textContent).toBe('OK�')
  expect(screen.getByText(/not UTF-8 text/)).toBeTruthy()
})

test('cuts a large payload until all of it is asked for', async () => {
  const user = userEvent.setup()
  const container = show(new Uint8Array(100_000).fill(0x61))
  expect(container.querySelector('pre')?.textContent).toHaveLength(65_536)
  await user.click(screen.getByRole('button', { name: 'Load all' }))
  await waitFor(() => expect(container.querySelector('pre')?.textContent).toHaveLength(100_000))
})

const items = () => screen.getAllByRole('treeitem').map(({ textContent }) => textContent)
const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))

test('JSON opens as a tree whose numbers are those that were sent', async () => {
  const user = userEvent.setup()
  const container = show(new TextEncoder().encode('{"n":12345678901234567890,"list":[true,null],"n":1.10}'))
  expect(items()).toEqual([
    '{ 3 keys }',
    'n: 12345678901234567890',
    'list: [ 2 items ]',
    '0: true',
    '1: null',
    'n: 1.10',
  ])
  await user.click(screen.getByRole('button', { name: 'Indented' }))
  expect(container.querySelector('pre')?.textContent).toContain(
    '  "n": 12345678901234567890,\n  "list": [\n    true,',
  )
})

test('CBOR and MessagePack open as the same tree', async () => {
  const user = userEvent.setup()
  render(<PayloadViewer bytes={bytesFromHex('a26474656d70f94d6062696442cafe') ?? new Uint8Array()} />)
  expect(pressed()).toBe('CBOR')
  expect(items()).toEqual(['{ 2 keys }', 'temp: 21.5', 'id: ca fe 2 B'])
  await user.click(screen.getByRole('button', { name: 'MessagePack' }))
  expect(screen.getByText(/follow after the end of the document/)).toBeTruthy()
  cleanup()
  render(<PayloadViewer bytes={bytesFromHex('82a474656d70ca41ac0000a26964c402cafe') ?? new Uint8Array()} />)
  expect(pressed()).toBe('MessagePack')
  expect(items()).toEqual(['{ 2 keys }', 'temp: 21.5', 'id: ca fe 2 B'])
})

test('a content type decides where the bytes leave it open', () => {
  render(<PayloadViewer bytes={new TextEncoder().encode('21.5')} contentType="application/json" />)
  expect(pressed()).toBe('JSON')
  expect(items()).toEqual(['21.5'])
})

test('what is no JSON is shown as the text that it is', async () => {
  const user = userEvent.setup()
  const container = show(new TextEncoder().encode('{oops'))
  await user.click(screen.getByRole('button', { name: 'JSON' }))
  expect(screen.getByText('This payload is not JSON; it is shown as text.')).toBeTruthy()
  expect(container.querySelector('pre')?.textContent).toBe('{oops')
  cleanup()
  show(new TextEncoder().encode(`${'['.repeat(300)}${']'.repeat(300)}`))
  await user.click(screen.getByRole('button', { name: 'JSON' }))
  expect(screen.getByText(/more than 200 levels within each other; it is shown as text/)).toBeTruthy()
})

test('the tree is walked, opened and closed by keyboard', async () => {
  const user = userEvent.setup()
  show(json({ sensor: { temp: 21.5, hum: 40 }, id: 'a' }))
  await user.tab()
  while (document.activeElement?.getAttribute('role') !== 'treeitem') await user.tab()
  const focused = () => document.activeElement?.textContent
  expect(focused()).toBe('{ 2 keys }')
  await user.keyboard('{ArrowDown}{ArrowRight}')
  expect(focused()).toBe('temp: 21.5')
  await user.keyboard('{ArrowLeft}')
  expect(focused()).toBe('sensor: { 2 keys }')
  await user.keyboard('{ArrowLeft}')
  expect(items()).toEqual(['{ 2 keys }', 'sensor: { 2 keys }', 'id: "a"'])
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('{Enter}{End}')
  expect(focused()).toBe('id: "a"')
  await user.keyboard('{Home}t')
  expect(focused()).toBe('temp: 21.5')
  expect(screen.getByText('$.sensor.temp')).toBeTruthy()
})

test('path and value of the place are copied as they were sent', async () => {
  const user = userEvent.setup()
  show(json({ 'unit of measure': 'a\u202eb' }))
  await user.click(screen.getByRole('treeitem', { name: /unit of measure/ }))
  await user.click(screen.getByRole('button', { name: 'Copy path' }))
  expect(await navigator.clipboard.readText()).toBe('$["unit of measure"]')
  await user.click(screen.getByRole('button', { name: 'Copy value' }))
  expect(await navigator.clipboard.readText()).toBe('a\u202eb')
})

test('ten thousand items are shown a hundred at a time, and the focus goes on with them', async () => {
  const user = userEvent.setup()
  show(json(Array.from({ length: 10_000 }, (_, at) => at)))
  expect(items()).toHaveLength(102)
  await user.click(screen.getByText('Show 100 more of 9,900'))
  expect(items()).toHaveLength(202)
  expect(document.activeElement?.textContent).toBe('100: 100')
})

test('a place can be given to another tool', async () => {
  const user = userEvent.setup()
  const chosen: unknown[] = []
  const isNumber = ({ kind }: DataNode) => kind === 'number'
  const pathAction = { label: 'Draw', isFor: isNumber, onSelect: (path: DataPath) => chosen.push(path) }
  render(<PayloadViewer bytes={json({ list: [1], unit: 'K' })} pathAction={pathAction} />)
  await user.click(screen.getByRole('treeitem', { name: /unit/ }))
  expect(screen.queryByRole('button', { name: 'Draw' })).toBeNull()
  await user.click(screen.getByRole('treeitem', { name: /^0: ?1$/ }))
  await user.click(screen.getByRole('button', { name: 'Draw' }))
  expect(chosen).toEqual([['list', 0]])
})

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=='

test('what was sent with gzip is shown unpacked, and as sent on demand', async () => {
  const user = userEvent.setup()
  const container = show(new Uint8Array(gzipSync('{"t":21.5}')))
  expect(await screen.findByText(/^Sent with gzip: 30 B, unpacked 10 B$/)).toBeTruthy()
  expect(pressed()).toBe('JSON')
  expect(items()).toEqual(['{ 1 key }', 't: 21.5'])
  await user.click(screen.getByRole('button', { name: 'Show as sent' }))
  expect(pressed()).toBe('Hex')
  expect(container.querySelector('pre')?.textContent).toContain('1f 8b 08')
  await user.click(screen.getByRole('button', { name: 'Show unpacked' }))
  expect(pressed()).toBe('JSON')
})

test('of a bomb the beginning is shown, and a broken one as it was sent', async () => {
  show(new Uint8Array(gzipSync(new Uint8Array(20 * 1024 * 1024).fill(0x61))))
  expect(await screen.findByText(/unpacks to more than 8.*B; only the beginning is shown/)).toBeTruthy()
  expect(screen.getByText(/^First 64.* of 8/)).toBeTruthy()
  cleanup()
  const container = show(new Uint8Array(gzipSync('{"t":21.5}')).subarray(0, -4))
  expect(await screen.findByText(/begins like gzip and cannot be unpacked/)).toBeTruthy()
  expect(container.querySelector('pre')?.textContent).toContain('1f 8b 08')
})

test('an image is shown from its bytes, packed or not', async () => {
  const user = userEvent.setup()
  const bytes = bytesFromBase64(pixel) ?? new Uint8Array()
  show(bytes)
  expect(pressed()).toBe('Image')
  const image = screen.getByRole('img', { name: 'PNG image, 2 × 3 pixels' })
  expect(image.getAttribute('src')).toBe(`data:image/png;base64,${pixel}`)
  await user.click(screen.getByRole('button', { name: 'Hex' }))
  expect(screen.queryByRole('img')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Image' }))
  fireEvent.error(screen.getByRole('img'))
  expect(await screen.findByText('The browser cannot draw this image.')).toBeTruthy()
  cleanup()
  show(new Uint8Array(gzipSync(bytes)))
  expect(await screen.findByRole('img', { name: /PNG image/ })).toBeTruthy()
})

test('an image that would fill the memory, and SVG, are not drawn', () => {
  const bytes = bytesFromBase64(pixel) ?? new Uint8Array()
  show(bytes.map((byte, at) => (at >= 16 && at < 20 ? 0x7f : byte)))
  expect(screen.getByText(/PNG image, 2,139,062,143 × 3 pixels. Images are shown up to/)).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()
  cleanup()
  show(new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'))
  expect(pressed()).toBe('Text')
  expect(screen.queryByRole('button', { name: 'Image' })).toBeNull()
})
