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
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { DialogHost } from '#kit/dialogs/dialog-host.tsx'
import { render } from './render-element.ts'

/** Shows a page with a link to another page, so that it can be left. */
export function renderBesideOtherPage(page: () => ReactNode): void {
  const overlays = document.createElement('div')
  overlays.id = 'overlays'
  document.body.append(overlays)
  onTestFinished(() => overlays.remove())
  const root = createRootRoute({
    component: () => (
      <>
        <Link to="/other">Other page</Link>
        <Outlet />
        <DialogHost />
      </>
    ),
  })
  const shown = createRoute({ getParentRoute: () => root, path: '/', component: page })
  const other = createRoute({ getParentRoute: () => root, path: '/other', component: () => <h1>Other</h1> })
  const history = createMemoryHistory({ initialEntries: ['/'] })
  const router = createRouter({ routeTree: root.addChildren([shown, other]), history })
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  )
}
