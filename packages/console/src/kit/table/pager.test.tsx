import { MantineProvider } from '@mantine/core'
import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { cleanup, render } from '#testing/render-element.ts'
import {
  Pager,
  type PageSize,
  type Paging,
  pageNumber,
  previousCursor,
  startOfTrail,
  stepForward,
} from './pager.tsx'

function show(paging: Paging | undefined, rowCount = 20) {
  render(
    <MantineProvider>
      <Pager paging={paging} rowCount={rowCount} onMove={() => undefined} />
    </MantineProvider>,
  )
  return userEvent.setup()
}

const nextOf: Record<string, string | undefined> = { first: 'b', b: 'c', c: undefined }
function Cursors() {
  const [at, setAt] = useState<{ cursor: string | undefined; size: PageSize }>({
    cursor: undefined,
    size: 20,
  })
  const next = nextOf[at.cursor ?? 'first']
  return (
    <>
      <p>cursor {at.cursor ?? 'none'}</p>
      <Pager
        paging={{ style: 'cursor', ...at, next, onChange: setAt }}
        rowCount={21}
        onMove={() => undefined}
      />
    </>
  )
}

const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true'

test('with a count it knows where the end is', async () => {
  const onChange = vi.fn()
  const user = show({ style: 'count', page: 31, size: 20, total: 612, onChange }, 12)
  expect(screen.getByText('Rows 601–612 of 612')).toBeTruthy()
  expect(isOff('Next')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(onChange).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(onChange).toHaveBeenLastCalledWith({ page: 30, size: 20 })
  await user.click(screen.getByRole('button', { name: '100' }))
  expect(onChange).toHaveBeenLastCalledWith({ page: 1, size: 100 })
})

test('a button that cannot be used keeps the focus and tells why', async () => {
  const user = show({ style: 'count', page: 1, size: 20, total: 30, onChange: () => undefined })
  const previous = screen.getByRole('button', { name: 'Previous' })
  await user.hover(previous)
  previous.focus()
  expect((await screen.findByRole('tooltip')).textContent).toBe('This is the first page')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('tooltip')).toBeNull()
})

test('with only has-next it says how many there are at least', async () => {
  const onChange = vi.fn()
  const user = show({ style: 'has-next', page: 2, size: 50, hasNext: true, onChange }, 50)
  expect(screen.getByText('Rows 51–100 of at least 101')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(onChange).toHaveBeenLastCalledWith({ page: 3, size: 50 })
})

test('with cursors the way back is remembered', async () => {
  const user = userEvent.setup()
  render(
    <MantineProvider>
      <Cursors />
    </MantineProvider>,
  )
  expect(screen.getByText('Rows 1–21 of at least 21')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('Page 3, 21 rows')).toBeTruthy()
  expect(isOff('Next')).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(screen.getByText('cursor b')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(screen.getByText('cursor none')).toBeTruthy()
})

test('a continuation loads more until everything is there', async () => {
  const onMore = vi.fn()
  const user = show({ style: 'continuation', hasMore: true, isLoadingMore: false, onMore }, 100)
  await user.click(screen.getByRole('button', { name: 'Load more' }))
  expect(onMore).toHaveBeenCalledOnce()
  cleanup()
  show({ style: 'continuation', hasMore: false, isLoadingMore: false, onMore }, 150)
  expect(screen.getByText('150 rows')).toBeTruthy()
  expect(isOff('Load more')).toBe(true)
})

describe('the trail of cursors', () => {
  test('the way back is the way that was walked', () => {
    const second = stepForward(startOfTrail, undefined, 'b')
    const third = stepForward(second, 'b', 'c')
    expect(pageNumber(third, 'c')).toBe(3)
    expect(previousCursor(third, 'c')).toBe('b')
    expect(previousCursor(third, 'b')).toBeUndefined()
  })

  test('going back and on by another cursor forgets the pages beyond', () => {
    const third = stepForward(stepForward(startOfTrail, undefined, 'b'), 'b', 'c')
    const again = stepForward(third, 'b', 'c2')
    expect(again).toEqual([undefined, 'b', 'c2'])
  })

  test('from a link into the middle only the first page is known', () => {
    expect(pageNumber(startOfTrail, 'x')).toBeUndefined()
    expect(previousCursor(startOfTrail, 'x')).toBeUndefined()
    expect(stepForward(startOfTrail, 'x', 'y')).toEqual([undefined, 'x', 'y'])
  })
})
