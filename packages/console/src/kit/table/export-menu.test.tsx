import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup, render } from '#testing/render-element.ts'
import type { Column } from './column.ts'
import { type ExportAll, ExportMenu } from './export-menu.tsx'

const columns: readonly Column<string>[] = [
  { id: 'topic', header: 'Topic', cell: (row) => row, value: (row) => row },
  { id: 'show', header: 'Show', cell: () => 'Show', value: () => undefined, fields: [] },
]

const fieldsOnly: readonly Column<string>[] = [
  {
    id: 'flags',
    header: 'Options',
    cell: () => 'NL',
    value: () => 'NL',
    fields: [
      { id: 'nl', value: () => 1 },
      { id: 'rap', value: () => 0 },
    ],
  },
]

/* A download leaves the document: these are the files that jsdom would pass to the browser. */
const saved: { name: string; blob: Blob }[] = []

beforeEach(() => {
  saved.length = 0
  let last: Blob | undefined
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) last = blob
    return 'blob:saved'
  }
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    if (last !== undefined) saved.push({ name: this.download, blob: last })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(exportAll?: ExportAll<string>) {
  render(
    <MantineProvider>
      <ExportMenu
        name="topics"
        columns={columns}
        rows={['=1+1', 'a/b']}
        {...(exportAll ? { exportAll } : {})}
      />
      <Notifications />
    </MantineProvider>,
  )
  return userEvent.setup()
}

test('saves the page, with formulas disarmed', async () => {
  const user = show()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  expect(screen.getAllByRole('menuitem')).toHaveLength(2)
  await user.click(screen.getByRole('menuitem', { name: 'This page as CSV' }))
  expect(saved.map(({ name }) => name)).toEqual(['topics.csv'])
  expect(await saved[0]?.blob.text()).toContain(`"'=1+1"\r\na/b`)
})

test('exports the fields of the API, not the words of a column', async () => {
  render(<ExportMenu name="subscriptions" columns={fieldsOnly} rows={['a']} />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'This page as JSON' }))
  expect(JSON.parse((await saved[0]?.blob.text()) ?? '')).toEqual([{ nl: 1, rap: 0 }])
})

test('loads everything that matches', async () => {
  const user = show(async function* all() {
    yield ['a']
    yield ['b', 'c']
  })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'All that match, as JSON' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(JSON.parse((await saved[0]?.blob.text()) ?? '')).toEqual([
    { topic: 'a' },
    { topic: 'b' },
    { topic: 'c' },
  ])
})

test('can be stopped, and then saves nothing', async () => {
  const user = show(async function* endless(signal) {
    yield ['a', 'b']
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'All that match, as CSV' }))
  expect(await screen.findByText(/2 so far/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  expect(await screen.findByText('Export stopped')).toBeTruthy()
  expect(saved).toEqual([])
})

test('a failure says so and saves nothing', async () => {
  const user = show(async function* broken() {
    yield ['a']
    throw new Error('node down')
  })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(screen.getByRole('menuitem', { name: 'All that match, as CSV' }))
  expect(await screen.findByText('node down')).toBeTruthy()
  expect(saved).toEqual([])
})
