// breaks: routes, routes, sorted-lists, sorted-lists, sorted-lists
import { type ListView, search } from './search.ts'

type Prices = ListView<`price.${'net' | 'gross'}`>

export const shop = {
  alpha: { path: '/alpha', page: 'alpha/alpha-page', search: search<ListView<'name' | 'size'>>() },
  beta: { path: '/beta', page: 'beta/untested-page', search: search<Prices & { tab?: 'one' }>() },
  delta: { path: '/delta', page: 'delta/delta-page' },
}
