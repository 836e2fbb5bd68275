import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { render } from '#testing/render-element.ts'
import { Verbatim } from '#ui/verbatim.tsx'
import { type Column, type TableQuery, useSelection } from './column.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import type { PageSize } from './pager.tsx'

interface Device {
  readonly id: string
  readonly queue: number
}

const columns: readonly Column<Device>[] = [
  {
    id: 'id',
    header: 'Device',
    cell: (row) => <Verbatim text={row.id} />,
    value: (row) => row.id,
    sortable: true,
  },
  {
    id: 'queue',
    header: 'Queue',
    cell: (row) => row.queue,
    value: (row) => row.queue,
    align: 'end',
    sortable: true,
  },
  { id: 'extra', header: 'Extra', cell: () => 'x', value: () => 'x', isExtra: true },
]

const devices = (count: number, from = 0): readonly Device[] =>
  Array.from({ length: count }, (_, index) => ({ id: `device-${from + index}`, queue: (from + index) * 3 }))

function loaded(
  rows: readonly Device[] | undefined,
  more: Partial<TableQuery<Device>> = {},
): TableQuery<Device> {
  return { rows, isPending: rows === undefined, isFetching: false, refetch: () => undefined, ...more }
}

function Devices(props: Partial<Omit<DataTableProps<Device>, 'page' | 'exportName'>>) {
  return (
    <DataTable
      label="Devices"
      columns={columns}
      rowKey={(row) => row.id}
      query={loaded(devices(3))}
      {...props}
    />
  )
}

function Selectable() {
  const selection = useSelection<Device>()
  const [from, setFrom] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setFrom(20)}>
        Other page
      </button>
      <Devices
        query={loaded(devices(2, from))}
        paging={{
          style: 'has-next',
          page: from === 0 ? 1 : 2,
          size: 20,
          hasNext: true,
          onChange: () => setFrom(20),
        }}
        selection={selection}
        bulkActions={(chosen) => <span>chosen: {chosen.map((row) => row.id).join(' ')}</span>}
      />
    </>
  )
}

function Paged() {
  const [at, setAt] = useState<{ page: number; size: PageSize }>({ page: 4, size: 20 })
  const rows = at.page === 1 ? devices(3) : []
  return <Devices query={loaded(rows)} paging={{ style: 'count', ...at, total: 3, onChange: setAt }} />
}

async function show(content: ReactNode) {
  const rootRoute = createRootRoute({ component: () => content })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  await router.load()
  render(
    <MantineProvider>
      <RouterProvider router={router} />
      <Notifications />
    </MantineProvider>,
  )
  return userEvent.setup()
}

const rowTexts = () =>
  within(screen.getByRole('table', { name: 'Devices' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

describe('a table shows its state', () => {
  test('with what has a line of its own below its row, and in a column where rows are too many', async () => {
    const why: Column<Device> = {
      id: 'why',
      header: 'Why',
      cell: () => 'Too hot',
      value: ({ queue }) => (queue === 0 ? 'hot' : undefined),
      isBelow: true,
    }
    await show(
      <>
        <Devices columns={[...columns, why]} />
        <Devices label="Many" columns={[...columns, why]} query={loaded(devices(101))} />
      </>,
    )
    const [first, below] = rowTexts()
    expect(first).toContain('device-0')
    expect(below).toBe('Too hot')
    expect(within(screen.getByRole('table', { name: 'Devices' })).getAllByText('Too hot')).toHaveLength(1)
    expect(screen.getAllByRole('columnheader', { name: 'Why' })).toHaveLength(1)
    expect(
      within(screen.getByRole('table', { name: 'Many' })).getByRole('columnheader', { name: 'Why' }),
    ).toBeTruthy()
  })

  test('skeletons under the real head while loading', async () => {
    await show(<Devices query={loaded(undefined)} />)
    const table = screen.getByRole('table', { name: 'Devices' })
    expect(table.getAttribute('aria-busy')).toBe('true')
    expect(within(table).getByRole('columnheader', { name: /Device/ })).toBeTruthy()
  })

  test('an error with its reason, and retry', async () => {
    const refetch = vi.fn()
    const problem = { title: 'The broker could not be reached', raw: '{econnrefused}' }
    const user = await show(<Devices query={loaded(undefined, { problem, refetch })} />)
    expect(screen.getByRole('alert').textContent).toContain('The broker could not be reached')
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  test('old rows stay when a refresh fails, and it says so', async () => {
    await show(<Devices query={loaded(devices(2), { problem: { title: 'Timed out' } })} />)
    expect(screen.getByRole('alert').textContent).toContain('Timed out')
    expect(rowTexts()).toHaveLength(2)
  })

  test('an empty list does not pass for the truth when a refresh fails', async () => {
    const query = loaded([], { problem: { title: 'Timed out' } })
    await show(<Devices query={query} empty={<p>No device has connected yet</p>} />)
    expect(screen.getByRole('alert').textContent).toBe(
      'Could not refresh; the list was empty before: Timed out',
    )
    expect(screen.getByText('No device has connected yet')).toBeTruthy()
  })

  test('an empty list says what is missing', async () => {
    await show(<Devices query={loaded([])} empty={<p>No device has connected yet</p>} />)
    expect(screen.getByText('No device has connected yet')).toBeTruthy()
  })
})

describe('columns', () => {
  test('are chosen, kept, and the last one stays', async () => {
    const user = await show(<Devices columnsKey="deviceColumns" />)
    await user.click(screen.getByRole('button', { name: /Columns/ }))
    await user.click(await screen.findByRole('checkbox', { name: 'Extra' }))
    expect(screen.getByRole('columnheader', { name: 'Extra' })).toBeTruthy()
    expect(localStorage.getItem('deviceColumns')).toBe('["id","queue","extra"]')
    await user.click(screen.getByRole('checkbox', { name: 'Extra' }))
    await user.click(screen.getByRole('checkbox', { name: 'Device' }))
    await user.click(screen.getByRole('checkbox', { name: 'Queue' }))
    expect(screen.getByRole('alert').textContent).toBe('At least one column is required')
    expect(screen.getAllByRole('columnheader')).toHaveLength(1)
  })

  test('are put into another order by keyboard, which is kept', async () => {
    const user = await show(<Devices columnsKey="deviceColumns" />)
    await user.click(screen.getByRole('button', { name: /Columns/ }))
    const handle = await screen.findByRole('button', { name: /^Move Queue, position 2 of 2/ })
    handle.focus()
    await user.keyboard('{ArrowUp}')
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Queue', 'Device'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Move Queue, position 1 of 2/ }))
    expect(localStorage.getItem('deviceColumns')).toBe('["queue","id"]')
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Device', 'Queue'])
  })

  test('Escape closes the choice and gives the focus back', async () => {
    const user = await show(<Devices columnsKey="deviceColumns" />)
    const button = screen.getByRole('button', { name: /Columns/ })
    await user.click(button)
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(button)
  })

  test('sort what is on the page, and say it', async () => {
    const user = await show(<Devices query={loaded([...devices(2), { id: 'device-10', queue: 1 }])} />)
    await user.click(screen.getByRole('button', { name: 'Sort by Queue' }))
    expect(rowTexts()).toEqual(['device-00', 'device-101', 'device-13'])
    expect(screen.getByRole('columnheader', { name: /Queue/ }).getAttribute('aria-sort')).toBe('ascending')
  })
})

describe('selection', () => {
  test('is made by keyboard, counted, carried across pages, and cleared', async () => {
    const user = await show(<Selectable />)
    screen.getByRole('checkbox', { name: 'Select device-1' }).focus()
    await user.keyboard(' ')
    await user.click(screen.getByRole('button', { name: 'Other page' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select device-20' }))
    expect(screen.getByText('2 selected')).toBeTruthy()
    expect(screen.getByText('chosen: device-1 device-20')).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
    expect(screen.getByText('3 selected')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(screen.getByText('None selected')).toBeTruthy()
  })
})

describe('many rows', () => {
  test('only some of 10,000 are in the document, and the table tells how many there are', async () => {
    await show(<Devices query={loaded(devices(10_000))} />)
    const table = screen.getByRole('table', { name: 'Devices' })
    expect(table.getAttribute('aria-rowcount')).toBe('10001')
    expect(rowTexts().length).toBeLessThan(80)
    expect(within(table).getByText('device-0').closest('tr')?.getAttribute('aria-rowindex')).toBe('2')
  })

  test('those in the window are drawn where the page scrolls and the list is as high as its rows', async () => {
    await show(<Devices query={loaded(devices(10_000))} />)
    const region = screen.getByRole('region', { name: 'Devices, scrollable' })
    Object.defineProperty(region, 'clientHeight', { value: 360_000 })
    region.getBoundingClientRect = () => new DOMRect(0, -180_000, 390, 360_000)
    fireEvent.scroll(document)
    expect(await screen.findByText('device-5000')).toBeTruthy()
    expect(screen.getByText('device-5020')).toBeTruthy()
    expect(screen.queryByText('device-0')).toBeNull()
    expect(rowTexts().length).toBeLessThan(80)
  })
})

describe('a page beyond the data', () => {
  test('is left for the first one, and says so', async () => {
    await show(<Paged />)
    expect(
      await screen.findByText('No data available on this page. Redirected to the first page.'),
    ).toBeTruthy()
    expect(screen.getByText('Rows 1–3 of 3')).toBeTruthy()
  })
})

describe('row actions', () => {
  test('are reached by keyboard; one that cannot be used tells why', async () => {
    const kick = vi.fn()
    const ban = vi.fn()
    const user = await show(
      <Devices
        rowActions={(row) => [
          { label: 'Disconnect…', onSelect: () => kick(row.id) },
          { label: 'Ban…', disabledReason: 'Not in this edition', onSelect: ban },
        ]}
      />,
    )
    const button = screen.getByRole('button', { name: 'Actions for device-1' })
    button.focus()
    await user.keyboard('{Enter}{ArrowDown}{Enter}')
    expect(screen.getByRole('menuitem', { name: /Ban/ }).textContent).toContain('Not in this edition')
    expect(ban).not.toHaveBeenCalled()
    await user.keyboard('{Home}{Enter}')
    expect(kick).toHaveBeenCalledWith('device-1')
    expect(screen.queryByRole('menu')).toBeNull()
    expect(document.activeElement).toBe(button)
  })
})

test('does not compile where the list of a page says nothing of being saved', () => {
  const rest = { label: 'Devices', columns, rowKey: ({ id }: Device) => id, query: loaded([]) }
  const tables: readonly DataTableProps<Device>[] = [
    { ...rest, page: '*', exportName: 'devices' },
    { ...rest, page: '*', exportName: undefined },
    { ...rest },
    // @ts-expect-error: neither under which name, nor that it is not
    { ...rest, page: '*' },
  ]
  expect(tables).toHaveLength(4)
})
