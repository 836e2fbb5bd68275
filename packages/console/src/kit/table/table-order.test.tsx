import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen, waitFor, within } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '#testing/render-element.ts'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'

const rows = [2, 3, 1]
let compared = 0
const columns: readonly Column<number>[] = [
  {
    id: 'number',
    header: 'Number',
    cell: (row) => row,
    value: (row) => {
      compared += 1
      return row
    },
    sortable: true,
  },
]

function Numbers() {
  const [draws, setDraws] = useState(0)
  return (
    <>
      <button type="button" onClick={() => setDraws(draws + 1)}>
        Drawn {draws}
      </button>
      <DataTable
        page="*"
        label="Numbers"
        columns={columns}
        rowKey={String}
        query={{ rows, isPending: false, isFetching: draws % 2 === 1, refetch: () => undefined }}
        exportName={undefined}
      />
    </>
  )
}

test('rows are put in order once, however often they are drawn', async () => {
  const rootRoute = createRootRoute({ component: Numbers })
  const router = createRouter({ routeTree: rootRoute, history: createMemoryHistory() })
  await router.load()
  render(<RouterProvider router={router} />)
  const user = userEvent.setup()
  const shown = () =>
    within(screen.getByRole('table', { name: 'Numbers' }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  await user.click(screen.getByRole('button', { name: 'Sort by Number' }))
  await waitFor(() => expect(shown()).toEqual(['1', '2', '3']))
  const before = compared
  expect(before).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Drawn 0' }))
  await user.click(await screen.findByRole('button', { name: 'Drawn 1' }))
  await screen.findByRole('button', { name: 'Drawn 2' })
  expect(compared).toBe(before)
  await user.click(screen.getByRole('button', { name: 'Sort by Number' }))
  await waitFor(() => expect(shown()).toEqual(['3', '2', '1']))
})
