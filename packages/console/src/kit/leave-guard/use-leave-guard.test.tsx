import { MantineProvider } from '@mantine/core'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { DialogHost } from '#kit/dialogs/dialog-host.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'

function Form() {
  const [text, setText] = useState('')
  useLeaveGuard(text !== '')
  return <input aria-label="Name" value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

function openForm() {
  const overlays = document.createElement('div')
  overlays.id = 'overlays'
  document.body.append(overlays)
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/other">Other page</Link>
        <Outlet />
        <DialogHost />
      </>
    ),
  })
  const form = createRoute({ getParentRoute: () => root, path: '/', component: Form })
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => <h1>Other</h1> })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([form, other]), history })
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
  return userEvent.setup()
}

it('asks before a dirty form is left, and only then', async () => {
  const user = openForm()
  await user.type(await screen.findByLabelText('Name'), 'changed')
  await user.click(screen.getByRole('link', { name: 'Other page' }))
  expect(await screen.findByText('Leave page?')).toBeDefined()
  expect(screen.getByText('Changes that you made may not be saved')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('heading', { name: 'Other' })).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Other page' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(await screen.findByRole('heading', { name: 'Other' })).toBeDefined()
})
