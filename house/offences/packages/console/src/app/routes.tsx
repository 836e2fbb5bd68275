// breaks: routes, routes
export const routes = [
  { path: '/alpha', load: () => import('#features/alpha/alpha-page.tsx') },
  { path: '/beta', load: () => import('#features/beta/untested-page.tsx') },
  { path: '/gamma', load: () => import('#features/alpha/alpha-page.tsx') },
]
